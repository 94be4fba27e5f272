import { Button, Skeleton, Stack, Title } from '@mantine/core';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { LoadMore } from '../listings/LoadMore.tsx';
import { titleSize } from '../listings/title-size.ts';
import { OrderList } from './OrderList.tsx';
import { useFreshOrders } from './use-fresh-orders.ts';

const pages = {
  // Sales, and payments that PayPal tells of, come without a change of this page's own.
  refetchOnMount: 'always' as const,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
};

/** What the user bought and sold over PayPal. */
export function Component() {
  return (
    <PageContainer maw={820}>
      <Title order={1} fz={titleSize} mb="lg">
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
      <More query={query} />
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
      <More query={query} />
    </section>
  );
}

interface Query {
  isError: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  data?: { pages: unknown[] } | undefined;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
}

function Waiting({ query }: { query: Query }) {
  if (!query.isError) return <Skeleton height={96} radius="md" />;
  return (
    <ErrorState title="Your orders could not be loaded" onRetry={() => void query.refetch()} />
  );
}

function More({ query }: { query: Query }) {
  return (
    <LoadMore
      hasMore={query.hasNextPage}
      loading={query.isFetchingNextPage}
      failed={query.isFetchNextPageError}
      pages={query.data?.pages.length ?? 0}
      onLoad={() => void query.fetchNextPage()}
    />
  );
}
