import { Button, Group, Text } from '@mantine/core';
import classes from './AdminTable.module.css';
import type { useLiveList } from './use-live-list.ts';

type List = Pick<
  ReturnType<typeof useLiveList>,
  'hasMore' | 'isLoadingMore' | 'isMoreError' | 'loadMore'
>;

/** The "Load more" button at the end of a live list. */
export function MoreRows({
  list: { hasMore, isLoadingMore, isMoreError, loadMore },
}: {
  list: List;
}) {
  if (!hasMore) return null;
  return (
    <Group justify="center" p="sm" className={classes.more}>
      {isMoreError && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          We couldn&apos;t load more.
        </Text>
      )}
      {/* A disabled button would lose the focus. */}
      <Button
        variant="default"
        size="xs"
        data-disabled={isLoadingMore || undefined}
        onClick={loadMore}
      >
        Load more
      </Button>
    </Group>
  );
}
