import { Button, Center, Loader } from '@mantine/core';
import { useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { usePageConfig } from '../../config/page-config.tsx';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useWaitingLine } from '../deals/WaitingLineNote.tsx';

const Checkout = lazyPart(async () => (await import('./Checkout.tsx')).Checkout);

/**
 * The button that opens the PayPal checkout, for listings of sellers who may use it. Nothing of
 * PayPal is loaded before a click.
 */
export function BuyWithPayPal({ listing }: { listing: ListingView }) {
  const { paypal } = usePageConfig();
  const user = useCurrentUser();
  const openSignIn = useSignIn();
  const [opened, setOpened] = useState(false);
  const { sellerId, seller, isActive, availability, kind, price } = listing;
  const isMine = Boolean(useWaitingLine(listing)?.reservedUntil);
  const isFree = availability === 'available' || isMine;
  const isForSale = kind === 'offer' && isActive && isFree && price !== '0.00';
  const canBuy = isForSale && seller.canUsePaypal && user?.id !== sellerId;
  // An open checkout stays when the listing changes. The server refuses a payment that is not
  // possible.
  if (!paypal || !(canBuy || opened)) return null;

  const open = () => {
    if (user) setOpened(true);
    else openSignIn({ reason: 'Sign in to buy with PayPal.', onSuccess: () => setOpened(true) });
  };

  return (
    <div>
      {opened && user ? (
        <Checkout
          fallback={
            <Center p="md">
              <Loader aria-label="Loading checkout" />
            </Center>
          }
          listing={listing}
          paypal={paypal}
          onClose={() => setOpened(false)}
        />
      ) : (
        <Button variant="default" size="md" fullWidth onClick={open}>
          Buy Now with PayPal
        </Button>
      )}
    </div>
  );
}
