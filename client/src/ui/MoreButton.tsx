import { Button, type MantineSpacing, Text } from '@mantine/core';
import type { InfiniteQuery } from './LoadMore.tsx';

interface Props {
  query: InfiniteQuery;
  /** What the list has, such as 'conversations'. */
  what: string;
  mt?: MantineSpacing;
}

/** 'Load more' at the end of a list in a box. */
export function MoreButton({ query, what, mt }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <>
      {query.isFetchNextPageError && (
        <Text role="alert" size="sm" ta="center" p="xs" c="var(--mantine-color-error)">
          We couldn&apos;t load more {what}.
        </Text>
      )}
      <Button
        variant="subtle"
        fullWidth
        mt={mt}
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        Load more
      </Button>
    </>
  );
}
