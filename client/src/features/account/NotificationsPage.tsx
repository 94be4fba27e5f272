import { Title } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';

/** News about one's listings. */
export function Component() {
  return (
    <PageContainer size={768}>
      <Title order={1}>Notifications</Title>
      <EmptyState
        icon={<IconBell size={40} stroke={1.25} color="var(--mantine-color-dimmed)" />}
        title="No notifications yet"
        text="News about your listings will be kept here."
      />
    </PageContainer>
  );
}
