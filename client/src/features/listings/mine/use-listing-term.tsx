import { Menu } from '@mantine/core';
import { useState } from 'react';
import { regionDayText } from '@marketplace/shared/regions/region-day';
import type { OwnListingView } from '@marketplace/shared/listings/views';
import { trpc } from '../../../api/trpc.ts';
import { toastFailure } from '../../../api/failure.ts';
import { IconArchive, IconRefresh } from '../../../ui/icons/page-icons.tsx';
import { toast } from '../../../ui/toast.ts';

const failed = { title: 'Error', message: 'Please try again.' };

/** Returns what a seller can do about the end of a listing, and the menu items for it. */
export function useListingTerm(listing: OwnListingView) {
  const { id, availability } = listing;
  const { listings } = trpc.useUtils();
  const onError = (error: Parameters<typeof toastFailure>[0]) => toastFailure(error, failed);
  const refresh = () => listings.invalidate();
  const undo = trpc.listings.undo.useMutation({
    onSuccess: () => {
      toast({ title: 'Undone', kind: 'success' });
      return refresh();
    },
    onError,
  });
  const done = (title: string) => ({
    onSuccess: ({ undo: token }: { undo: string }) => {
      const action = { label: 'Undo', run: () => undo.mutate({ token }) };
      toast({ title, kind: 'success', action });
      return refresh();
    },
    onError,
  });
  const renew = trpc.listings.renew.useMutation(done('Listing renewed'));
  const end = trpc.listings.end.useMutation(done('Listing ended'));
  const confirm = trpc.listings.confirm.useMutation({
    onSuccess: () => {
      toast({ title: 'Thanks. Your listing stays up.', kind: 'success' });
      return refresh();
    },
    onError,
  });
  // The render time decides, because a page rarely stays open until that day.
  const [openedAt] = useState(Date.now);
  const free = listing.renewableAt;
  const blockedUntil = free !== null && Date.parse(free) > openedAt ? regionDayText(free) : null;
  const isOpen = availability === 'available' || availability === 'reserved';
  const items = (
    <>
      {availability !== 'sold' && (
        <Menu.Item
          leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
          disabled={blockedUntil !== null}
          onClick={() => renew.mutate({ id })}
        >
          {blockedUntil ? `Renew from ${blockedUntil}` : 'Renew'}
        </Menu.Item>
      )}
      {isOpen && (
        <Menu.Item
          leftSection={<IconArchive size={18} stroke={1.75} aria-hidden />}
          onClick={() => end.mutate({ id })}
        >
          End
        </Menu.Item>
      )}
    </>
  );
  return {
    items,
    blockedUntil,
    renew: () => renew.mutate({ id }),
    confirm: () => confirm.mutate({ id }),
  };
}
