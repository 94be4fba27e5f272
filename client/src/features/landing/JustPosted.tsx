import { Anchor, Button, Group, Title } from '@mantine/core';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { listInput, noFilters } from '../listings/browse/filters.ts';
import { ListingGrid, ListingSkeletons, listTitleSize } from '../listings/browse/ListingGrid.tsx';
import { usePostListing } from '../listings/edit/PostListingProvider.tsx';
import classes from './LandingPage.module.css';

const shown = 8;

/** The newest listings. Uses the same query as `/listings`, which then opens at once. */
export function JustPosted() {
  return (
    <section aria-labelledby="just-posted" className={classes.justPosted}>
      <Group justify="space-between" mb="sm">
        <Title order={2} fz={listTitleSize} id="just-posted">
          Just posted
        </Title>
        <Anchor
          component={PageLink}
          to={paths.listings()}
          className="touch-link"
          aria-label="See all listings"
        >
          See all
        </Anchor>
      </Group>
      <Newest />
    </section>
  );
}

function Newest() {
  const postListing = usePostListing();
  const query = trpc.listings.list.useInfiniteQuery(listInput(noFilters), {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const listings = query.data?.pages[0]?.items.slice(0, shown);
  if (query.isError && !listings) {
    return <ErrorState title="We couldn't load listings" onRetry={() => void query.refetch()} />;
  }
  if (!listings) return <ListingSkeletons count={shown} />;
  if (listings.length === 0) {
    return (
      <EmptyState
        title="No listings available yet in the Capital Region."
        text="Be the first to list an item or service."
        action={<Button onClick={postListing}>Post Listing</Button>}
        order={3}
      />
    );
  }
  // Only the full list says how many more listings a seller has.
  return (
    <ListingGrid
      listings={listings.map((listing) => ({ ...listing, moreFromSeller: undefined }))}
    />
  );
}
