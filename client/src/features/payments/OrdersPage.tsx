import { Button, Skeleton, Stack, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { OrderView } from '@marketplace/shared/payments/schemas';
import { trpc } from '../../api/trpc.ts';
import { usePageConfig } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { OrderList } from './OrderList.tsx';

const pages = {
  // Sales, and payments that PayPal tells of, come without a change of this page's own.
  refetchOnMount: 'always' as const,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
};

/** What the user bought and sold over PayPal. */
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

function Bought() {
  const query = trpc.payments.orders.useInfiniteQuery({}, pages);
  const orders = query.data?.pages.flatMap((page) => page.items);
  useFreshOrders(orders);
  return (
    <section aria-labelledby="bought">
      <Title order={2} size="h3" mb="sm" id="bought">
        Bought
      </Title>
      {orders ? (
        orders.length > 0 ? (
          <OrderList orders={orders} side="buyer" />
        ) : (
          <EmptyState
            title="You have not bought anything yet."
            text="Listings of the official store can be paid with PayPal."
            order={3}
            action={
              <Button component={PageLink} to={paths.listings()}>
                Browse Marketplace
              </Button>
            }
          />
        )
      ) : (
        <Waiting query={query} />
      )}
      <LoadMore query={query} />
    </section>
  );
}

/** Most people never sell over PayPal: nothing is said of it before they do. */
function Sold() {
  const query = trpc.payments.sales.useInfiniteQuery({}, pages);
  const orders = query.data?.pages.flatMap((page) => page.items);
  if (orders?.length === 0) return null;
  return (
    <section aria-labelledby="sold">
      <Title order={2} size="h3" mb="sm" id="sold">
        Sold
      </Title>
      {orders ? <OrderList orders={orders} side="seller" /> : <Waiting query={query} />}
      <LoadMore query={query} />
    </section>
  );
}

function Waiting({ query }: { query: { isError: boolean; refetch: () => Promise<unknown> } }) {
  if (!query.isError) return <Skeleton height={96} radius="md" />;
  return (
    <ErrorState title="Your orders could not be loaded" onRetry={() => void query.refetch()} />
  );
}

/**
 * Has the server ask PayPal, once for each visit of the page, how orders stand that are not paid: a
 * payment may have been approved in a window whose page was closed. Where that fails the list shows
 * what is known.
 */
function useFreshOrders(orders: OrderView[] | undefined): void {
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
