import {
  Alert,
  Anchor,
  Badge,
  Box,
  Button,
  Group,
  Skeleton,
  Stack,
  Text,
  type TextProps,
  Title,
} from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { formatAmount, type OrderState } from '@marketplace/shared/payments/constants';
import type { OrderView } from '@marketplace/shared/payments/schemas';
import { isolated } from '@marketplace/shared/direction';
import { errorMessage } from '../../api/errors.ts';
import { itemsOf, type Pages } from '../../api/pages.ts';
import { trpc } from '../../api/trpc.ts';
import { usePageConfig } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { dateText } from '../../ui/time/time-text.ts';

const pages = {
  // Sales, and payments that PayPal reports, change without an action on this page.
  refetchOnMount: 'always' as const,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
};

/** The page with what the user bought and sold over PayPal. */
export function Component() {
  return (
    <PageContainer maw={820}>
      <Title order={1} mb="lg">
        Orders
      </Title>
      <Stack gap="xl">
        <Bought />
        <Sold />
      </Stack>
    </PageContainer>
  );
}

const useBought = () => trpc.payments.orders.useInfiniteQuery({}, pages);

function Bought() {
  const query = useBought();
  useFreshOrders(query.data);
  return (
    <Orders title="Bought" side="buyer" query={query}>
      <EmptyState
        title="You haven't bought anything yet."
        text="You can pay for official store items with PayPal."
        order={3}
        action={
          <Button component={PageLink} to={paths.listings()}>
            Browse Marketplace
          </Button>
        }
      />
    </Orders>
  );
}

/** Hidden without sales, since most people never sell over PayPal. */
function Sold() {
  const query = trpc.payments.sales.useInfiniteQuery({}, pages);
  if (query.data && itemsOf(query.data).length === 0) return null;
  return <Orders title="Sold" side="seller" query={query} />;
}

interface OrdersProps {
  title: string;
  side: 'buyer' | 'seller';
  query: ReturnType<typeof useBought>;
  /** Shown if there are no orders. */
  children?: ReactNode;
}

function Orders({ title, side, query, children }: OrdersProps) {
  const id = useId();
  const orders = itemsOf(query.data);
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h3" mb="sm" id={id}>
        {title}
      </Title>
      {orders.length > 0 ? (
        <OrderList orders={orders} side={side} />
      ) : query.data ? (
        children
      ) : query.isError ? (
        <ErrorState title="We couldn't load your orders" onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={96} />
      )}
      <LoadMore query={query} />
    </section>
  );
}

/**
 * Makes the server refresh unpaid orders from PayPal, once per visit of the page: a payment may
 * have been approved after its page was closed. If that fails, the list shows the last known state.
 */
function useFreshOrders(orders: Pages<OrderView> | undefined): void {
  const { paypal } = usePageConfig();
  const utils = trpc.useUtils();
  const { mutate } = trpc.payments.refresh.useMutation({
    onSuccess: () => utils.payments.orders.invalidate(),
  });
  const isRequested = useRef(false);
  const isOpen = itemsOf(orders).some(({ state }) => state === 'created' || state === 'approved');
  useEffect(() => {
    if (!paypal || !isOpen || isRequested.current) return;
    isRequested.current = true;
    mutate();
  }, [paypal, isOpen, mutate]);
}

const stateTexts: Record<OrderState, string> = {
  created: 'Not paid',
  approved: 'Not paid yet',
  captured: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
};

function OrderList({ orders, side }: { orders: OrderView[]; side: 'buyer' | 'seller' }) {
  return (
    <Stack component="ul" gap="xs" className="plain">
      {orders.map((order) => (
        <Group
          component="li"
          key={order.id}
          gap="md"
          justify="space-between"
          align="stretch"
          py="sm"
          px="md"
          bd="1px solid var(--line)"
          bdrs="md"
          bg="var(--surface)"
          style={{ overflowWrap: 'anywhere' }}
        >
          <Box flex={1} miw={0}>
            <Anchor
              component={PageLink}
              to={paths.listing(order.listingId)}
              c="inherit"
              fw={600}
              underline="always"
            >
              <bdi>{order.title}</bdi>
            </Anchor>
            <Quiet>
              {`${side === 'buyer' ? 'From' : 'To'} ${isolated(order.otherName)} · `}
              <span style={{ whiteSpace: 'nowrap' }}>
                {dateText(order.capturedAt ?? order.createdAt)}
              </span>
            </Quiet>
            <Quiet className="numbers">{amountText(order)}</Quiet>
            {order.pending && (
              <Quiet>PayPal is reviewing your payment. Please don&apos;t pay again.</Quiet>
            )}
          </Box>
          <Stack gap="0.375rem" align="flex-end" flex="none">
            <strong className="numbers">{formatAmount(order.total)}</strong>
            <Badge variant={order.state === 'captured' ? 'filled' : 'default'} tt="none">
              {order.pending ? 'In review' : stateTexts[order.state]}
            </Badge>
          </Stack>
          {order.state === 'approved' && !order.pending && <FinishPayment order={order} />}
        </Group>
      ))}
    </Stack>
  );
}

function Quiet(props: TextProps & { children: ReactNode }) {
  return <Text c="dimmed" mt="0.125rem" {...props} />;
}

function amountText({ price, shipping, delivery, refunded }: OrderView): string {
  return [
    formatAmount(price),
    delivery === 'pickup' ? 'pickup' : `${formatAmount(shipping)} shipping`,
    ...(refunded === '0.00' ? [] : [`${formatAmount(refunded)} refunded`]),
  ].join(' · ');
}

/** Captures the payment of an order that was approved in PayPal before its page was closed. */
function FinishPayment({ order }: { order: OrderView }) {
  const utils = trpc.useUtils();
  const capture = trpc.payments.capture.useMutation({
    onSuccess: () => utils.payments.orders.invalidate(),
  });
  return (
    <Stack
      gap="xs"
      align="flex-start"
      flex="1 0 100%"
      pt="0.625rem"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <Text c="dimmed">
        You approved this payment in PayPal. You haven&apos;t been charged yet.
      </Text>
      {capture.error && (
        <Alert color="red" role="alert">
          {errorMessage(
            capture.error,
            "We couldn't finish the payment. Please try again. You won't be charged twice.",
          )}
        </Alert>
      )}
      <Button
        size="sm"
        loading={capture.isPending}
        onClick={() => capture.mutate({ orderId: order.id })}
      >
        Finish payment
      </Button>
    </Stack>
  );
}
