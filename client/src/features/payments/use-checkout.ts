import { loadCoreSdkScript, type SdkInstance } from '@paypal/paypal-js/sdk-v6';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PageConfig } from '@marketplace/server/rendering/page';
import type { ListingView } from '@marketplace/shared/listings/views';
import { amountsOf, type Delivery, type OrderState } from '@marketplace/shared/payments/constants';
import type { OrderView } from '@marketplace/shared/payments/schemas';
import { errorCode, errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { useClientId } from '../../api/use-client-id.ts';

/** An order that the buyer approved and may have paid. It must be finished, never replaced. */
type Approved = Pick<OrderView, 'id' | 'delivery' | 'price' | 'shipping' | 'total'>;

export interface CheckoutOptions {
  listing: ListingView;
  script: ReturnType<typeof usePayPalSdk>;
  earlier: EarlierOrders;
}

/** Manages a purchase: the order, its approval in PayPal's window, and the capture. */
export function useCheckout({ listing, script, earlier }: CheckoutOptions) {
  const utils = trpc.useUtils();
  const { sdk } = script;
  const [clientId, renewId] = useClientId();
  const createOrder = trpc.payments.createOrder.useMutation({ onSuccess: renewId });
  const capture = trpc.payments.capture.useMutation();
  const [chosen, setChosen] = useState<Delivery>('pickup');
  const [approved, setApproved] = useState<Approved | null>(earlier.approved);
  const [paid, setPaid] = useState<OrderView | null>(earlier.pending);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState<{ text: string; isError: boolean } | null>(null);
  const delivery = approved?.delivery ?? chosen;
  const amounts = approved ?? amountsOf(listing.price, delivery);

  async function approve(sdk: Sdk): Promise<Approved | null> {
    const order = createOrder
      .mutateAsync({
        amount: amounts.total,
        currency: 'USD',
        intent: 'CAPTURE',
        listingId: listing.id,
        delivery,
        clientId,
      })
      .then(({ id }) => ({ orderId: id }));
    const id = await approveInPayPal(sdk, order);
    return id === null ? null : { ...amounts, id, delivery };
  }

  async function pay(): Promise<void> {
    setNote(null);
    setBusy(true);
    let failure = "We couldn't start the payment. You weren't charged. Please try again.";
    try {
      const order = approved ?? (sdk && (await approve(sdk)));
      if (order) {
        setApproved(order);
        failure = "We couldn't finish the payment. Please try again. You won't be charged twice.";
        setPaid(await capture.mutateAsync({ orderId: order.id }));
        void utils.payments.orders.invalidate();
      } else {
        setNote({ text: "You left PayPal before paying. You weren't charged.", isError: false });
      }
    } catch (error) {
      // A conflict ends this order. After any other error, it may have been paid.
      if (errorCode(error) === 'CONFLICT') setApproved(null);
      // The server logs its own refusals.
      if (errorCode(error) === undefined) reportError(error);
      setNote({ text: errorMessage(error, failure), isError: true });
    }
    setBusy(false);
  }

  return {
    amounts,
    delivery,
    setDelivery(chosen: Delivery) {
      // Another total requires another order.
      renewId();
      setChosen(chosen);
    },
    ready: sdk !== undefined || approved !== null,
    failed: script.failed && approved === null,
    approved: approved !== null,
    paid,
    busy,
    note,
    pay,
  };
}

export type EarlierOrders = NonNullable<ReturnType<typeof useEarlierOrders>['data']>;

/**
 * Returns the buyer's newest orders of a listing: approved but not captured, in review at PayPal,
 * and paid. The server refreshes them from PayPal first, since a page may have been closed during a
 * payment.
 */
export function useEarlierOrders(listingId: string) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: ['earlier-orders', listingId],
    gcTime: 0,
    networkMode: 'always',
    async queryFn() {
      await client.payments.refresh.mutate();
      const { items } = await client.payments.orders.query({});
      const find = (state: OrderState, pending = false) =>
        items.find(
          (order) =>
            order.listingId === listingId && order.state === state && order.pending === pending,
        ) ?? null;
      return {
        approved: find('approved'),
        pending: find('approved', true),
        paid: find('captured'),
      };
    },
  });
}

export type PayPalSettings = NonNullable<PageConfig['paypal']>;

type Sdk = SdkInstance<['paypal-payments']>;

/** Loads PayPal's script at the first render. */
export function usePayPalSdk({ clientId, environment }: PayPalSettings) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['paypal-sdk'],
    gcTime: 0,
    networkMode: 'always',
    async queryFn(): Promise<Sdk> {
      try {
        const paypal = await loadCoreSdkScript({ environment });
        if (!paypal) throw new Error("PayPal's script didn't load.");
        return await paypal.createInstance({
          clientId,
          components: ['paypal-payments'],
          pageType: 'checkout',
        });
      } catch (error) {
        reportError(error);
        throw error;
      }
    },
  });
  return { sdk: data, failed: isError && !isFetching, retry: () => void refetch() };
}

/**
 * Opens PayPal's window for the buyer to approve an order. Must be called directly in a click
 * handler, or the browser blocks the window. Resolves to the id of the order, or to null if the
 * buyer left.
 */
function approveInPayPal(sdk: Sdk, order: Promise<{ orderId: string }>): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const session = sdk.createPayPalOneTimePaymentSession({
      onApprove: async ({ orderId }) => resolve(orderId),
      onCancel: () => resolve(null),
      onError: reject,
    });
    order.catch(reject);
    session.start({ presentationMode: 'auto' }, order).catch(reject);
  });
}
