import { Menu } from '@mantine/core';
import { useState } from 'react';
import { undoSaleHours } from '@marketplace/shared/deals/constants';
import type { OwnListingView } from '@marketplace/shared/listings/views';
import { dealTexts } from '@marketplace/shared/outcomes/deals';
import { trpc } from '../../api/trpc.ts';
import { IconClock, IconHeartHandshake } from '../../ui/icons/page-icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast } from '../../ui/toast.ts';
import { useStepErrorHandler } from './use-deal-actions.ts';

const loadDialogs = () => import('./dialogs/SellerDialogs.tsx');
const ReserveDialog = lazyPart(async () => (await loadDialogs()).ReserveDialog);
const SoldDialog = lazyPart(async () => (await loadDialogs()).SoldDialog);

/** Returns the items for deals in the menu of a seller's listing, and their dialogs. */
export function useOwnListingDeals(listing: OwnListingView) {
  const { id: listingId, soldAt } = listing;
  // Wanted listings have no deals.
  const availability = listing.kind === 'offer' ? listing.availability : null;
  const { deals, listings } = trpc.useUtils();
  const [opened, setOpened] = useState<'reserve' | 'sold' | null>(null);
  const onFailed = useStepErrorHandler();
  const refresh = () => Promise.all([deals.invalidate(), listings.invalidate()]);
  const done = (title: string) => {
    toast({ title, kind: 'success' });
    return refresh();
  };
  const after = (text: string) => ({ onSuccess: () => done(text), onError: onFailed });
  const release = trpc.deals.release.useMutation(after(dealTexts.release));
  const undo = trpc.deals.undoSold.useMutation(after(dealTexts.undoSold));
  const undoSale = () => undo.mutate({ listingId });
  const close = () => setOpened(null);
  const [openedAt] = useState(Date.now);
  const canUndo = soldAt !== null && openedAt - Date.parse(soldAt) < undoSaleHours * 60 * 60 * 1000;
  const isOpen = availability === 'available' || availability === 'reserved';
  const items = (
    <>
      {availability === 'available' && (
        <Item icon={IconClock} label="Reserve…" onClick={() => setOpened('reserve')} />
      )}
      {availability === 'reserved' && (
        <Item icon={IconClock} label="Release" onClick={() => release.mutate({ listingId })} />
      )}
      {isOpen && (
        <Item icon={IconHeartHandshake} label="Mark as sold…" onClick={() => setOpened('sold')} />
      )}
      {canUndo && <Item icon={IconHeartHandshake} label="Undo “Sold”" onClick={undoSale} />}
    </>
  );
  const dialogs = (
    <>
      <ReserveDialog
        listingId={listingId}
        opened={opened === 'reserve'}
        onClose={close}
        onDone={(title) => {
          close();
          void done(title);
        }}
      />
      <SoldDialog
        listingId={listingId}
        opened={opened === 'sold'}
        onClose={close}
        onDone={(title) => {
          close();
          toast({ title, kind: 'success', action: { label: 'Undo', run: undoSale } });
          void refresh();
        }}
      />
    </>
  );
  return { items, dialogs };
}

function Item(item: { icon: typeof IconClock; label: string; onClick: () => void }) {
  return (
    <Menu.Item
      leftSection={<item.icon size={18} stroke={1.75} aria-hidden />}
      onClick={item.onClick}
    >
      {item.label}
    </Menu.Item>
  );
}
