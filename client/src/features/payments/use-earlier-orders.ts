import { useQuery } from '@tanstack/react-query';
import type { OrderState } from '@marketplace/shared/payments/constants';
import { trpc } from '../../api/trpc.ts';

export type EarlierOrders = NonNullable<ReturnType<typeof useEarlierOrders>['data']>;

/**
 * The buyer's newest orders of a listing: approved and not captured, being checked by PayPal, and paid.
 * The server asks PayPal first, since a page may have been closed in the middle of a payment.
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
