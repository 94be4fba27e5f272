import { freePort } from '@marketplace/server/test/free-port';
import { startPayPalServer } from '@marketplace/server/test/paypal-server';
import type { Attack } from './attack.ts';

const payPalPort = await freePort();

/**
 * A buyer tries to pay less: with a lower amount in the order, or by changing the order at PayPal
 * before its capture.
 */
export const payingLess: Attack = {
  name: 'paying-less',
  environment: {
    PAYPAL_CLIENT_ID: 'store-client',
    PAYPAL_CLIENT_SECRET: 'store-secret-of-tests',
    PAYPAL_BASE_URL: `http://127.0.0.1:${payPalPort}`,
  },
  async run({ pool, signIn }) {
    const paypal = await startPayPalServer(payPalPort);
    try {
      const seller = await signIn('store@example.com', '203.0.113.1');
      await pool.query('update users set can_use_paypal = true');
      const listing = { title: 'Oak table', price: '120', location: 'Troy, NY' };
      const { body: posted } = await seller.rest('POST', '/api/listings', listing);
      const buyer = await signIn('buyer@example.com', '203.0.113.2');
      const order = (amount: string) =>
        buyer.rest('POST', '/paypal/order', {
          ...{ amount, currency: 'USD', intent: 'CAPTURE' },
          ...{ listingId: posted['id'], delivery: 'pickup' },
        });
      const cheap = await order('1.00');

      const { body: made } = await order('120.00');
      const id = String(made['id']);
      const [unit] = paypal.order(id).body.purchase_units;
      if (unit) unit.amount.value = '1.00';
      paypal.approve(id);
      const captured = await buyer.rest('POST', `/paypal/order/${id}/capture`);
      const taken = paypal.order(id).captures.length;
      const { rowCount } = await pool.query(
        "select from audit_log where action = 'payment.mismatch'",
      );
      return [
        { tried: `ordered for $1 instead of $120: ${cheap.status}`, held: cheap.status === 400 },
        {
          tried: `changed the order to $1 at PayPal: ${captured.status}, ${taken} captures`,
          held: captured.status === 409 && taken === 0,
        },
        { tried: `left ${rowCount} entries in the audit log`, held: rowCount === 1 },
      ];
    } finally {
      await paypal.close();
    }
  },
};
