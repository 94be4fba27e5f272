import { Menu } from '@mantine/core';
import { useState } from 'react';
import { undoSaleHours } from '@marketplace/shared/deals/constants';
import type { OwnListingView } from '@marketplace/shared/listings/views';
import { dealTexts } from '@marketplace/shared/outcomes/deals';
import { trpc } from '../../api/trpc.ts';
import { IconClock, IconHeartHandshake } from '../../ui/icons/page-icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast } from '../../ui/toast.ts';
import { useStepFailed } from './use-acts.ts';

const ReserveDialog = lazyPart(
  async () => (await import('./dialogs/ReserveDialog.tsx')).ReserveDialog,
);
const SoldDialog = lazyPart(async () => (await import('./dialogs/SoldDialog.tsx')).SoldDialog);

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true };

/** What the seller of a listing can do about its deals from the list, and the dialogs for it. */
export function useOwnListingDeals({ id: listingId, availability, soldAt }: OwnListingView) {
  const { deals, listings } = trpc.useUtils();
  const [opened, setOpened] = useState<'reserve' | 'sold' | null>(null);
  const onFailed = useStepFailed();
  const refresh = async () => {
    await Promise.all([deals.invalidate(), listings.invalidate()]);
  };
  const done = (title: string) => {
    toast({ title, kind: 'success' });
    return refresh();
  };
  const release = trpc.deals.release.useMutation({
    onSuccess: () => done(dealTexts.release),
    onError: onFailed,
  });
  const undo = trpc.deals.undoSold.useMutation({
    onSuccess: () => done(dealTexts.undoSold),
    onError: onFailed,
  });
  const [openedAt] = useState(Date.now);
  const canUndo = soldAt !== null && openedAt - Date.parse(soldAt) < undoSaleHours * 60 * 60 * 1000;
  const items = (
    <>
      {availability === 'available' && (
        <Menu.Item leftSection={<IconClock {...icon} />} onClick={() => setOpened('reserve')}>
          Reserve…
        </Menu.Item>
      )}
      {availability === 'reserved' && (
        <Menu.Item
          leftSection={<IconClock {...icon} />}
          onClick={() => release.mutate({ listingId })}
        >
          Release
        </Menu.Item>
      )}
      {(availability === 'available' || availability === 'reserved') && (
        <Menu.Item leftSection={<IconHeartHandshake {...icon} />} onClick={() => setOpened('sold')}>
          Mark as sold…
        </Menu.Item>
      )}
      {canUndo && (
        <Menu.Item
          leftSection={<IconHeartHandshake {...icon} />}
          onClick={() => undo.mutate({ listingId })}
        >
          Undo “Sold”
        </Menu.Item>
      )}
    </>
  );
  const dialogs = (
    <>
      <ReserveDialog
        listingId={listingId}
        opened={opened === 'reserve'}
        onClose={() => setOpened(null)}
        onDone={(title) => {
          setOpened(null);
          void done(title);
        }}
      />
      <SoldDialog
        listingId={listingId}
        opened={opened === 'sold'}
        onClose={() => setOpened(null)}
        onDone={(title) => {
          setOpened(null);
          toast({
            title,
            kind: 'success',
            action: { label: 'Undo', run: () => undo.mutate({ listingId }) },
          });
          void refresh();
        }}
      />
    </>
  );
  return { items, dialogs };
}
