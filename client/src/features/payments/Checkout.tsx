import {
  Alert,
  Anchor,
  Button,
  Center,
  Group,
  type GroupProps,
  Loader,
  Paper,
  Radio,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import type { ListingView } from '@marketplace/shared/listings/views';
import { deliveries, formatAmount, shippingPrice } from '@marketplace/shared/payments/constants';
import type { OrderView } from '@marketplace/shared/payments/schemas';
import { isolated } from '@marketplace/shared/direction';
import { paths } from '../../config/paths.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { dateText } from '../../ui/time/time-text.ts';
import {
  type CheckoutOptions,
  type PayPalSettings,
  useCheckout,
  useEarlierOrders,
  usePayPalSdk,
} from './use-checkout.ts';

interface Props {
  listing: ListingView;
  paypal: PayPalSettings;
  onClose: () => void;
}

const labels = { pickup: 'Pickup, free', shipping: `Shipping, ${formatAmount(shippingPrice)}` };

/** The checkout panel: delivery, costs and payment. */
export function Checkout({ listing, paypal, onClose }: Props) {
  const script = usePayPalSdk(paypal);
  const { data: earlier, isError, refetch } = useEarlierOrders(listing.id);
  return (
    <Paper component="section" aria-labelledby="checkout" radius="lg" p={{ base: 'md', md: 'lg' }}>
      <Stack gap="sm">
        <Title order={2} size="h4" id="checkout">
          PayPal checkout
        </Title>
        {earlier ? (
          <Payment listing={listing} script={script} earlier={earlier} onClose={onClose} />
        ) : isError ? (
          <ErrorState title="We couldn't load the checkout" onRetry={() => void refetch()} />
        ) : (
          <Center p="md">
            <Loader aria-label="Loading checkout" />
          </Center>
        )}
      </Stack>
    </Paper>
  );
}

function Payment({ onClose, ...options }: CheckoutOptions & Pick<Props, 'onClose'>) {
  const { script, earlier } = options;
  const checkout = useCheckout(options);
  const { amounts, delivery, approved, busy, paid, note } = checkout;
  if (paid) return <Paid order={paid} />;
  return (
    <Stack gap="md">
      {earlier.paid && !approved && <PaidBefore order={earlier.paid} />}
      <Radio.Group
        label="Delivery"
        value={delivery}
        onChange={(value) =>
          checkout.setDelivery(deliveries.find((known) => known === value) ?? 'pickup')
        }
      >
        <Stack gap="xs" mt={6}>
          {deliveries.map((value) => (
            <Radio key={value} value={value} label={labels[value]} disabled={busy || approved} />
          ))}
        </Stack>
      </Radio.Group>
      <Stack component="dl" gap="0.25rem" m={0} className="numbers">
        <Amount name="Price">{formatAmount(amounts.price)}</Amount>
        <Amount name={delivery === 'pickup' ? 'Pickup' : 'Shipping'}>
          {delivery === 'pickup' ? 'Free' : formatAmount(amounts.shipping)}
        </Amount>
        <Amount name="Total" fw={650} pt="0.25rem" style={{ borderTop: '1px solid var(--line)' }}>
          {formatAmount(amounts.total)}
        </Amount>
      </Stack>
      {checkout.failed && (
        <Note isError text="We couldn't load PayPal. Check your connection or ad blocker." />
      )}
      {note && <Note {...note} />}
      {approved && !busy && !note && (
        <Note text="You approved this payment in PayPal. You haven't been charged yet." />
      )}
      {checkout.failed ? (
        <Button size="md" onClick={script.retry}>
          Try again
        </Button>
      ) : (
        <Button size="md" loading={busy || !checkout.ready} onClick={() => void checkout.pay()}>
          {approved ? 'Finish payment' : `Pay ${formatAmount(amounts.total)} with PayPal`}
        </Button>
      )}
      {!approved && (
        <Button variant="subtle" disabled={busy} onClick={onClose}>
          Cancel PayPal Checkout
        </Button>
      )}
    </Stack>
  );
}

function Amount({ name, children, ...props }: GroupProps & { name: string }) {
  return (
    <Group justify="space-between" {...props}>
      <dt>{name}</dt>
      <Text component="dd" inherit>
        {children}
      </Text>
    </Group>
  );
}

function Note({ text, isError = false }: { text: string; isError?: boolean }) {
  return isError ? (
    <Alert color="red" role="alert">
      {text}
    </Alert>
  ) : (
    <Text component="output" display="block" size="sm" c="dimmed">
      {text}
    </Text>
  );
}

function PaidBefore({ order: { total, capturedAt, createdAt } }: { order: OrderView }) {
  return (
    <Alert title="You already bought this">
      <Text size="sm">
        {`You paid ${formatAmount(total)} on ${dateText(capturedAt ?? createdAt)}. If you pay again, you'll buy a second one. `}
        <Anchor component={PageLink} to={paths.orders} underline="always" size="sm">
          Your orders
        </Anchor>
      </Text>
    </Alert>
  );
}

function Paid({ order }: { order: OrderView }) {
  const { state, delivery, total, otherName } = order;
  const isChecked = state !== 'approved';
  return (
    <Alert title={isChecked ? 'Payment received' : 'PayPal is reviewing your payment'}>
      <Stack gap="xs">
        <Text>
          {isChecked
            ? `You paid ${formatAmount(total)}. We've emailed you a receipt.`
            : "We'll email you a receipt once it goes through. Please don't pay again."}
        </Text>
        <Text>
          {delivery === 'pickup'
            ? `Next: message ${isolated(otherName)} with the button on this page to agree on a pickup time and place.`
            : `Next: ${isolated(otherName)} will ship it to the address you gave PayPal.`}
        </Text>
        <Anchor component={PageLink} to={paths.orders} underline="always">
          Your orders
        </Anchor>
      </Stack>
    </Alert>
  );
}
