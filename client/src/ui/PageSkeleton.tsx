import { Skeleton, Stack } from '@mantine/core';
import { PageContainer } from './PageContainer.tsx';

/** Stands for a page whose code or data is on its way. */
export function PageSkeleton() {
  return (
    <PageContainer aria-busy="true" mih="70vh">
      <noscript>
        <p>This page needs JavaScript.</p>
      </noscript>
      <Stack>
        <Skeleton height={34} width="min(320px, 70%)" />
        <Skeleton height={18} width="min(480px, 90%)" />
        <Skeleton height={280} mt="md" />
      </Stack>
    </PageContainer>
  );
}
