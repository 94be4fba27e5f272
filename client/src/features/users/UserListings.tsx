import { Button } from '@mantine/core';
import type { ProfileView } from '@marketplace/shared/users/views';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ListingGrid, ListingSkeletons } from '../listings/ListingGrid.tsx';
import { LoadMore } from '../listings/LoadMore.tsx';
import { listingsOfSeller } from './prefetch.ts';

/** What somebody offers now, the newest first. */
export function UserListings({ profile }: { profile: ProfileView }) {
  const user = useCurrentUser();
  const query = trpc.listings.list.useInfiniteQuery(listingsOfSeller(profile.id), {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  // Their owner gets inactive ones too; those have their place under My Listings.
  const listings = query.data?.pages.flatMap((page) => page.items).filter((item) => item.isActive);
  if (query.isError && !listings) {
    return <ErrorState title="Listings could not be loaded" onRetry={() => void query.refetch()} />;
  }
  if (!listings) return <ListingSkeletons count={Math.min(4, profile.activeListings)} />;
  if (listings.length === 0 && !query.hasNextPage) {
    if (user?.id !== profile.id) {
      return (
        <EmptyState order={3} title={`${profile.displayName} offers nothing at the moment.`} />
      );
    }
    return (
      <EmptyState
        order={3}
        title="You offer nothing at the moment."
        action={
          <Button component={PageLink} to={paths.newListing}>
            Create Listing
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ListingGrid listings={listings} />
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        pages={query.data?.pages.length ?? 0}
        onLoad={() => void query.fetchNextPage()}
      />
    </>
  );
}
