import { Button, Group, Title, VisuallyHidden } from '@mantine/core';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { IconPlus } from '../../../ui/icons/icons.tsx';
import { ListingGrid, ListingSkeletons } from '../browse/ListingGrid.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';

/** The user's own listings. */
export function Component() {
  return (
    <PageContainer>
      <Group justify="space-between" mb="lg">
        <Title order={1}>My Listings</Title>
        <Button
          component={PageLink}
          to={paths.newListing}
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
        >
          Create Listing
        </Button>
      </Group>
      <section aria-labelledby="mine">
        <VisuallyHidden component="h2" id="mine">
          Listings
        </VisuallyHidden>
        <MyListings />
      </section>
    </PageContainer>
  );
}

function MyListings() {
  const query = trpc.listings.mine.useInfiniteQuery(
    {},
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  const listings = query.data?.pages.flatMap((page) => page.items);
  if (query.isError && !listings) {
    return (
      <ErrorState title="We couldn't load your listings" onRetry={() => void query.refetch()} />
    );
  }
  if (!listings) return <ListingSkeletons count={4} />;
  if (listings.length === 0) {
    return (
      <EmptyState
        title="You haven't created any listings yet."
        text="All you need is a photo, a price, and your town."
        action={
          <Button component={PageLink} to={paths.newListing}>
            Create Your First Listing
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ListingGrid listings={listings} />
      <LoadMore query={query} />
    </>
  );
}
