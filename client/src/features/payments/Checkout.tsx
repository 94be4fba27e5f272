import { Alert, Anchor, Button, Radio, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import type { ListingView } from '@marketplace/shared/listings/views';
import { deliveries, formatAmount, shippingPrice } from '@marketplace/shared/payments/constants';
import type { OrderView } from '@marketplace/shared/payments/views';
import { paths } from '../../app/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { useCheckout } from './use-checkout.ts';
import type { PayPalSettings } from './use-paypal-sdk.ts';
import classes from './Checkout.module.css';

interface Props {
  listing: ListingView;
  paypal: PayPalSettings;
  onCancel: () => void;
}

const labels = {
  pickup: 'Pick it up, free',
  shipping: `Ship it, ${formatAmount(shippingPrice)}`,
};

/** The opened panel: how to get it, what it costs, and the payment. */
export function Checkout({ listing, paypal, onCancel }: Props) {
  const checkout = useCheckout(listing, paypal);
  const { amounts, delivery, approved, busy, paid, note } = checkout;
  return (
    <section aria-labelledby="checkout" className={classes.panel}>
      <Title order={2} size="h4" id="checkout">
        PayPal Checkout
      </Title>
      {paid ? (
        <Paid order={paid} />
      ) : (
        <Stack gap="md">
          <Radio.Group
            label="Delivery"
            value={delivery}
            onChange={(value) =>
              checkout.setDelivery(deliveries.find((known) => known === value) ?? 'pickup')
            }
          >
            <Stack gap="xs" mt={6}>
              {deliveries.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={labels[value]}
                  disabled={busy || approved}
                />
              ))}
            </Stack>
          </Radio.Group>
          <dl className={`${classes.amounts} numbers`}>
            <dt>Price</dt>
            <dd>{formatAmount(amounts.price)}</dd>
            <dt>Shipping</dt>
            <dd>{delivery === 'pickup' ? 'Free' : formatAmount(amounts.shipping)}</dd>
            <dt className={classes.total}>Total</dt>
            <dd className={classes.total}>{formatAmount(amounts.total)}</dd>
          </dl>
          {checkout.failed && (
            <Alert color="red" role="alert">
              PayPal could not be loaded. Check your connection, or a blocker of your browser.
            </Alert>
          )}
          {note && (
            <Alert color="red" role="alert">
              {note}
            </Alert>
          )}
          {checkout.failed ? (
            <Button size="md" onClick={checkout.retry}>
              Try again
            </Button>
          ) : (
            <Button size="md" loading={busy || !checkout.ready} onClick={() => void checkout.pay()}>
              {approved ? 'Finish Payment' : `Pay ${formatAmount(amounts.total)} with PayPal`}
            </Button>
          )}
          <Button variant="subtle" disabled={busy} onClick={onCancel}>
            Cancel PayPal Checkout
          </Button>
        </Stack>
      )}
    </section>
  );
}

function Paid({ order }: { order: OrderView }) {
  const { state, delivery, total, otherName } = order;
  const isChecked = state !== 'approved';
  return (
    <Alert title={isChecked ? 'Payment received' : 'PayPal is checking your payment'}>
      <Stack gap="xs">
        <Text>
          {isChecked
            ? `You paid ${formatAmount(total)}. A receipt is on its way to your email.`
            : 'A receipt comes by email once it is through. Please do not pay again.'}
        </Text>
        <Text>
          {delivery === 'pickup'
            ? `What happens next: contact ${otherName} with the button on this page to agree on when and where to pick it up.`
            : `What happens next: ${otherName} ships it to the address that you gave PayPal.`}
        </Text>
        <Anchor component={PageLink} to={paths.orders} underline="always">
          Your orders
        </Anchor>
      </Stack>
    </Alert>
  );
}
