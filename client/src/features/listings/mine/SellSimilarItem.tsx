import { Menu } from '@mantine/core';
import type { OwnListingView } from '@marketplace/shared/listings/views';
import { IconPlus } from '../../../ui/icons/icons.tsx';
import { toast } from '../../../ui/toast.ts';
import { valuesOf } from '../edit/listing-form.ts';
import { useOpenDraft } from '../edit/use-open-draft.ts';

/** The menu item that begins a draft with the fields of a listing, without its photos. */
export function SellSimilarItem({ listing }: { listing: OwnListingView }) {
  const openDraft = useOpenDraft();
  const begin = async () => {
    // Not every user may feature a listing, so the copy is never featured.
    const isOpen = await openDraft({ ...valuesOf(listing), isFeatured: false });
    const message = 'Its photos show another item, so add your own.';
    if (isOpen) toast({ title: 'Copied without photos', message, kind: 'info' });
  };
  return (
    <Menu.Item
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      onClick={() => void begin()}
    >
      Sell a similar one
    </Menu.Item>
  );
}
