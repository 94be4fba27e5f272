import { Badge } from '@mantine/core';
import { formatAmount, type OrderState } from '@marketplace/shared/payments/constants';
import type { OrderView } from '@marketplace/shared/payments/views';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { FinishPayment } from './FinishPayment.tsx';
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
