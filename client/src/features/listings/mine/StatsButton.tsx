import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { IconChartBar } from '../../../ui/icons/page-icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const StatsModal = lazyPart(async () => (await import('./StatsModal.tsx')).StatsModal);

/** Opens the figures of one's own listing. */
export function StatsButton({ listing }: { listing: ListingView }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconChartBar size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        How it&apos;s doing
      </Button>
      <StatsModal listing={listing} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
