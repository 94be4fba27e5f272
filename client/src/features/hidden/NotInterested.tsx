import { Button, Menu } from '@mantine/core';
import type { ListingView } from '@marketplace/shared/listings/views';
import { IconEyeOff } from '../../ui/icons/listing-icons.tsx';
import { useHiding } from './use-hiding.ts';

/** A quiet button with a menu that hides a listing, or all of its seller, from the user's lists. */
export function NotInterested({ listing }: { listing: ListingView }) {
  const { setHidden, isPending } = useHiding();
  return (
    <Menu position="top" width={260} withinPortal={false} keepMounted={false} returnFocus>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="dimmed"
          fw={500}
          size="sm"
          disabled={isPending}
          leftSection={<IconEyeOff size={16} stroke={1.75} aria-hidden />}
        >
          Not interested
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <HidingItems listing={listing} setHidden={setHidden} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface ItemsProps {
  listing: ListingView;
  setHidden: ReturnType<typeof useHiding>['setHidden'];
}

/** The items of a menu that hide a listing or its seller. */
export function HidingItems({ listing, setHidden }: ItemsProps) {
  return (
    <>
      <Menu.Item mih={44} onClick={() => setHidden(true, { listingId: listing.id })}>
        Hide this listing
      </Menu.Item>
      <Menu.Item mih={44} onClick={() => setHidden(true, { sellerId: listing.sellerId })}>
        Hide all listings by <bdi>{listing.sellerName}</bdi>
      </Menu.Item>
    </>
  );
}
