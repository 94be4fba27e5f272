import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ListingView } from '@marketplace/shared/listings/views';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';

const OfferDialog = lazyPart(async () => (await import('./dialogs/OfferDialog.tsx')).OfferDialog);

/** Returns true if others can make an offer for a listing. */
export function takesOffers(listing: ListingView): boolean {
  const { availability, isActive, isFirmPrice, kind, price } = listing;
  const isForSale = isActive && availability === 'available' && kind === 'offer';
  return isForSale && !isFirmPrice && Number(price) > 0;
}

/** The button that makes an offer, after a sign-in if needed, and then opens the chat. */
export function MakeOfferButton({ listing }: { listing: ListingView }) {
  const { id: listingId, price, seller, sellerName } = listing;
  const user = useCurrentUser();
  const openSignIn = useSignIn();
  const navigate = useNavigate();
  const { messaging } = trpc.useUtils();
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  return (
    <>
      <Button
        variant="default"
        size="md"
        onClick={() =>
          user ? open() : openSignIn({ reason: 'Sign in to make an offer.', onSuccess: open })
        }
      >
        Make an offer
      </Button>
      <OfferDialog
        about={{ listingId }}
        asking={price}
        name={seller.firstName ?? sellerName}
        opened={opened}
        onClose={() => setOpened(false)}
        onDone={(_, { message }) => {
          setOpened(false);
          void messaging.conversations.invalidate();
          void navigate(paths.conversation(message.conversationId));
        }}
      />
    </>
  );
}
