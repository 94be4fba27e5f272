import { Badge, Alert, Button } from '@mantine/core';
import { formatAmount, type OrderState } from '@marketplace/shared/payments/constants';
import type { OrderView } from '@marketplace/shared/payments/schemas';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import classes from './OrderList.module.css';

const stateTexts: Record<OrderState, string> = {
  created: 'Not paid',
  approved: 'Not paid yet',
  captured: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
};

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** Orders as one side of them sees them. */
export function OrderList({ orders, side }: { orders: OrderView[]; side: 'buyer' | 'seller' }) {
  return (
    <ul className={classes.list}>
      {orders.map((order) => (
        <li key={order.id} className={classes.order}>
          <div className={classes.what}>
            <PageLink to={paths.listing(order.listingId)} className={classes.title}>
              {order.title}
            </PageLink>
            <p className={classes.quiet}>
              {`${side === 'buyer' ? 'From' : 'To'} ${order.otherName} · `}
              <span className={classes.day}>
                {day.format(new Date(order.capturedAt ?? order.createdAt))}
              </span>
            </p>
            <p className={`${classes.quiet} numbers`}>{amountText(order)}</p>
            {order.pending && (
              <p className={classes.quiet}>
                PayPal is checking your payment. Please do not pay again.
              </p>
            )}
          </div>
          <div className={classes.state}>
            <strong className="numbers">{formatAmount(order.total)}</strong>
            <Badge variant={order.state === 'captured' ? 'filled' : 'default'} tt="none">
              {order.pending ? 'Being checked' : stateTexts[order.state]}
            </Badge>
          </div>
          {order.state === 'approved' && !order.pending && <FinishPayment order={order} />}
        </li>
      ))}
    </ul>
  );
}

function amountText({ price, shipping, delivery, refunded }: OrderView): string {
  const parts = [
    formatAmount(price),
    delivery === 'pickup' ? 'pickup' : `${formatAmount(shipping)} shipping`,
    ...(refunded === '0.00' ? [] : [`${formatAmount(refunded)} given back`]),
  ];
  return parts.join(' · ');
}

/** Takes the money for an order that was approved in PayPal before its page was closed. */
function FinishPayment({ order }: { order: OrderView }) {
  const utils = trpc.useUtils();
  const capture = trpc.payments.capture.useMutation({
    onSuccess: () => utils.payments.orders.invalidate(),
  });
  const fallback = 'The payment could not be finished. Try again: you are never charged twice.';
  return (
    <div className={classes.finish}>
      <p className={classes.quiet}>
        You approved this payment in PayPal. You have not been charged yet.
      </p>
      {capture.error && (
        <Alert color="red" role="alert">
          {errorMessage(capture.error, fallback)}
        </Alert>
      )}
      <Button
        size="sm"
        loading={capture.isPending}
        onClick={() => capture.mutate({ orderId: order.id })}
      >
        Finish Payment
      </Button>
    </div>
  );
}
