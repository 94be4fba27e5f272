import { Button, type MantineSpacing, Text } from '@mantine/core';
import { type InfiniteQuery, LoadedCount, useLoadMore } from './LoadMore.tsx';

interface Props {
  query: InfiniteQuery;
  /** The plural noun of the items, such as 'conversations'. */
  what: string;
  mt?: MantineSpacing;
}

/** The "Load more" button at the end of a list in a box. */
export function MoreButton({ query, what, mt }: Props) {
  const { said, button, text, failed, press } = useLoadMore(query);
  return (
    <>
      <LoadedCount said={said} text={text} />
      {failed && (
        <Text role="alert" size="sm" ta="center" p="xs" c="var(--mantine-color-error)">
          We couldn&apos;t load more {what}.
        </Text>
      )}
      {query.hasNextPage && (
        <Button
          ref={button}
          variant="subtle"
          fullWidth
          mt={mt}
          loading={query.isFetchingNextPage}
          onClick={press}
        >
          Load more
        </Button>
      )}
    </>
  );
}
