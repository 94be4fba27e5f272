import { loadCoreSdkScript, type SdkInstance } from '@paypal/paypal-js/sdk-v6';
import { useEffect, useState } from 'react';
import type { PageConfig } from '@marketplace/server/rendering/page';

export type PayPalSettings = NonNullable<PageConfig['paypal']>;

type Sdk = SdkInstance<['paypal-payments']>;
export type PayPalScript = ReturnType<typeof usePayPalSdk>;

/** PayPal's page script, which is fetched when this first renders. */
export function usePayPalSdk(settings: PayPalSettings) {
  const [sdk, setSdk] = useState<Sdk | 'loading' | 'failed'>('loading');
  const [loading, setLoading] = useState(() => connect(settings));

  useEffect(() => {
    let wanted = true;
    loading.then(
      (loaded) => wanted && setSdk(loaded),
      (error: unknown) => {
        if (!wanted) return;
        reportError(error);
        setSdk('failed');
      },
    );
    return () => {
      wanted = false;
    };
  }, [loading]);

  return {
    sdk: typeof sdk === 'string' ? null : sdk,
    failed: sdk === 'failed',
    retry() {
      setSdk('loading');
      setLoading(connect(settings));
    },
  };
}

async function connect({ clientId, environment }: PayPalSettings): Promise<Sdk> {
  const paypal = await loadCoreSdkScript({ environment });
  if (!paypal) throw new Error('PayPal’s script did not load.');
  return paypal.createInstance({ clientId, components: ['paypal-payments'], pageType: 'checkout' });
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
