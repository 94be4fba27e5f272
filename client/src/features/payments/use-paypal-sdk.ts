import { useQuery } from '@tanstack/react-query';
import { loadCoreSdkScript, type SdkInstance } from '@paypal/paypal-js/sdk-v6';
import type { PageConfig } from '@marketplace/server/rendering/page';

export type PayPalSettings = NonNullable<PageConfig['paypal']>;

type Sdk = SdkInstance<['paypal-payments']>;
export type PayPalScript = ReturnType<typeof usePayPalSdk>;

/** PayPal's page script, which is fetched when this first renders. */
export function usePayPalSdk({ clientId, environment }: PayPalSettings) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['paypal-sdk'],
    gcTime: 0,
    networkMode: 'always',
    async queryFn(): Promise<Sdk> {
      try {
        const paypal = await loadCoreSdkScript({ environment });
        if (!paypal) throw new Error('PayPal’s script did not load.');
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
 * Has the buyer approve an order in PayPal's window; call it right in the press of a button, or the
 * browser blocks the window. Gives the id of the approved order, or null for a buyer who left.
 */
export function approveInPayPal(
  sdk: Sdk,
  order: Promise<{ orderId: string }>,
): Promise<string | null> {
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
