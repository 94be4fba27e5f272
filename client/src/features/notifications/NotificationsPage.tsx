import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { MarkAllRead, NotificationList } from './NotificationList.tsx';
import { useNotifications } from './notification-list.ts';

/** All notifications of the last 90 days. */
export function Component() {
  const list = useNotifications();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  return (
    <PageContainer size={768}>
      <Group justify="space-between" gap="xs" mb="md" mih={42}>
        <Title order={1}>Notifications</Title>
        <MarkAllRead list={list} />
      </Group>
      <Paper withBorder radius="lg" p={{ base: 4, sm: 'xs' }} py={{ base: 'xs', sm: 'sm' }}>
        <NotificationList list={list} order={2} />
        {isFetchNextPageError && (
          <Text role="alert" size="sm" ta="center" mt="xs" c="var(--mantine-color-error)">
            More notifications could not be loaded.
          </Text>
        )}
        {hasNextPage && (
          <Button
            variant="subtle"
            fullWidth
            mt="xs"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Load more
          </Button>
        )}
      </Paper>
    </PageContainer>
  );
}
