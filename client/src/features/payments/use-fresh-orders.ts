import { useEffect, useRef } from 'react';
import type { OrderView } from '@marketplace/shared/payments/views';
import { usePageConfig } from '../../config/page-config.tsx';
import { trpc } from '../../api/trpc.ts';

/**
 * Has the server ask PayPal, once for each visit of the page, how orders stand that are not paid: a
 * payment may have been approved in a window whose page was closed. Where that fails the list shows
 * what is known.
 */
export function useFreshOrders(orders: OrderView[] | undefined): void {
  const { paypal } = usePageConfig();
  const utils = trpc.useUtils();
  const { mutate } = trpc.payments.refresh.useMutation({
    onSuccess: () => utils.payments.orders.invalidate(),
  });
  const asked = useRef(false);
  const isOpen = orders?.some(({ state }) => state === 'created' || state === 'approved') ?? false;
  useEffect(() => {
    if (!paypal || !isOpen || asked.current) return;
    asked.current = true;
    mutate();
  }, [paypal, isOpen, mutate]);
}
