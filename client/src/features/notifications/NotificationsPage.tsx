import { Group, Paper, Title } from '@mantine/core';
import { MoreButton } from '../../ui/LoadMore.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { MarkAllRead, NotificationList } from './NotificationList.tsx';
import { useNotifications } from './notification-list.ts';

/** The page with all notifications of the last 90 days. */
export function Component() {
  const list = useNotifications();
  return (
    <PageContainer size={768}>
      <Group justify="space-between" gap="xs" mb="md" mih={42}>
        <Title order={1}>Notifications</Title>
        <MarkAllRead list={list} />
      </Group>
      <Paper withBorder radius="lg" p={{ base: 4, sm: 'xs' }} py={{ base: 'xs', sm: 'sm' }}>
        <NotificationList list={list} order={2} />
        <MoreButton query={list} what="notifications" mt="xs" />
      </Paper>
    </PageContainer>
  );
}
