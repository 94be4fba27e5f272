import { Alert, Button } from '@mantine/core';
import type { OrderView } from '@marketplace/shared/payments/views';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import classes from './OrderList.module.css';

/** Takes the money for an order that was approved in PayPal before its page was closed. */
export function FinishPayment({ order }: { order: OrderView }) {
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
