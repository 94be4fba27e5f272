import { useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { amountsOf, type Delivery } from '@marketplace/shared/payments/constants';
import type { OrderView } from '@marketplace/shared/payments/views';
import { errorCode, errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { approveInPayPal, type PayPalSettings, usePayPalSdk } from './use-paypal-sdk.ts';

/** Buys a listing: an order, its approval in PayPal's window, and the capture. */
export function useCheckout(listing: ListingView, settings: PayPalSettings) {
  const utils = trpc.useUtils();
  const { sdk, failed, retry } = usePayPalSdk(settings);
  // Offline they fail at once, and are not held back unseen until some later time.
  const createOrder = trpc.payments.createOrder.useMutation({ networkMode: 'always' });
  const capture = trpc.payments.capture.useMutation({ networkMode: 'always' });
  const [delivery, setDelivery] = useState<Delivery>('pickup');
  /** Approved, and maybe paid already: it is finished, and never bought a second time instead. */
  const [approved, setApproved] = useState<string | null>(null);
  const [paid, setPaid] = useState<OrderView | null>(null);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState<string | null>(null);

  function tell(error: unknown, fallback: string): void {
    // What the server refused is in its own log.
    if (errorCode(error) === undefined) reportError(error);
    setNote(errorMessage(error, fallback));
  }

  async function finish(orderId: string): Promise<void> {
    try {
      setPaid(await capture.mutateAsync({ orderId }));
      void utils.payments.orders.invalidate();
    } catch (error) {
      // A refusal is the end of this order; after anything else it may have been paid.
      if (errorCode(error) === 'CONFLICT') setApproved(null);
      tell(error, 'The payment could not be finished. Try again: you are never charged twice.');
    }
  }

  async function approve(): Promise<string | null> {
    if (!sdk) return null;
    const order = createOrder
      .mutateAsync({
        amount: amountsOf(listing.price, delivery).total,
        currency: 'USD',
        intent: 'CAPTURE',
        listingId: listing.id,
        delivery,
      })
      .then(({ id }) => ({ orderId: id }));
    try {
      const orderId = await approveInPayPal(sdk, order);
      if (orderId === null) setNote('You left PayPal before paying. You were not charged.');
      return orderId;
    } catch (error) {
      tell(error, 'The payment could not be started. You were not charged: please try again.');
      return null;
    }
  }

  async function pay(): Promise<void> {
    setNote(null);
    setBusy(true);
    const orderId = approved ?? (await approve());
    if (orderId !== null) {
      setApproved(orderId);
      await finish(orderId);
    }
    setBusy(false);
  }

  return {
    amounts: amountsOf(listing.price, delivery),
    delivery,
    setDelivery,
    ready: sdk !== null,
    failed,
    retry,
    approved: approved !== null,
    paid,
    busy,
    note,
    pay,
  };
}
