import { Button, Skeleton, Stack, Title } from '@mantine/core';
import { isolated } from '@marketplace/shared/direction';
import type { ProfileView } from '@marketplace/shared/users/views';
import { errorCode } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { useDocumentTitle } from '../../config/document-title.ts';
import { paths } from '../../config/paths.ts';
import { usePathId } from '../../config/use-path-id.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ListingGrid, ListingSkeletons } from '../listings/browse/ListingGrid.tsx';
import { isGoneFor } from '../listings/browse/ListingState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { SellerReviews } from '../reviews/SellerReviews.tsx';
import { UserHeader } from './UserHeader.tsx';
import { listingsOfSeller } from './prefetch.ts';

/** The public page of a user: profile, listings and reviews. */
export function Component() {
  const id = usePathId();
  const { data: profile, error, refetch } = trpc.account.profile.useQuery({ id });
  useDocumentTitle(profile?.displayName);
  return (
    <PageContainer>
      {profile ? (
        <>
          <UserHeader profile={profile} />
          <Stack gap="2.5rem" mt="xl">
            <section aria-labelledby="user-listings">
              <Title order={2} size="h3" id="user-listings" mb="md">
                Listings
              </Title>
              <UserListings profile={profile} />
            </section>
            <SellerReviews sellerId={profile.id} />
            {profile.reviewsAsBuyer > 0 && <SellerReviews sellerId={profile.id} about="buyer" />}
          </Stack>
        </>
      ) : errorCode(error) === 'NOT_FOUND' ? (
        <EmptyState
          order={1}
          title="User not found"
          text="They may have left the marketplace."
          action={
            <Button component={PageLink} to={paths.listings()}>
              Browse Marketplace
            </Button>
          }
        />
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={150} radius="lg" />
      )}
    </PageContainer>
  );
}

function UserListings({ profile }: { profile: ProfileView }) {
  const user = useCurrentUser();
  const query = trpc.listings.list.useInfiniteQuery(listingsOfSeller(profile.id), {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  // Their owner gets inactive ones too; those have their place under My Listings. One that was removed while
  // it was on screen keeps its place.
  const listings = query.data?.pages
    .flatMap((page) => page.items)
    .filter((item) => item.isActive || isGoneFor(item, user));
  if (query.isError && !listings) {
    return <ErrorState title="We couldn't load listings" onRetry={() => void query.refetch()} />;
  }
  if (!listings) return <ListingSkeletons count={Math.min(4, profile.activeListings)} />;
  if (listings.length === 0 && !query.hasNextPage) {
    const isOwn = user?.id === profile.id;
    return (
      <EmptyState
        order={3}
        title={
          isOwn
            ? "You don't have any active listings."
            : `${isolated(profile.displayName)} doesn't have any active listings.`
        }
        action={
          isOwn && (
            <Button component={PageLink} to={paths.newListing}>
              Create Listing
            </Button>
          )
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
