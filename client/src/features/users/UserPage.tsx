import { Box, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { isolated } from '@marketplace/shared/direction';
import { userFeedPath } from '@marketplace/shared/paths';
import type { ProfileView } from '@marketplace/shared/users/views';
import { errorCode } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { useDocumentTitle } from '../../config/document-title.ts';
import { paths } from '../../config/paths.ts';
import { usePathId } from '../../config/use-path-id.ts';
import { UserAvatar } from '../../ui/avatar/UserAvatar.tsx';
import { sellerRatingText } from '../../ui/count-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FeedLink } from '../../ui/FeedLink.tsx';
import { IconStarFilled } from '../../ui/icons/icons.tsx';
import { IconBan, IconPencil } from '../../ui/icons/page-icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ListingGrid, ListingSkeletons } from '../listings/browse/ListingGrid.tsx';
import { isGoneFor } from '../listings/browse/ListingState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { useUnblock } from '../messaging/use-unblock.ts';
import { ReportButton } from '../moderation/ReportButton.tsx';
import { SellerFacts } from '../reviews/SellerFacts.tsx';
import { SellerReviews } from '../reviews/SellerReviews.tsx';
import classes from './UserPage.module.css';
import { listingsOfSeller } from './prefetch.ts';

const FollowButton = lazyPart(
  async () => (await import('../listings/saved/FollowButton.tsx')).FollowButton,
);
const BlockModal = lazyPart(async () => (await import('../messaging/BlockModal.tsx')).BlockModal);
const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };

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
              <Group justify="space-between" mb="xs">
                <Title order={2} size="h3" id="user-listings">
                  Listings
                </Title>
                <FeedLink path={userFeedPath(profile.id)} title={profile.displayName} />
              </Group>
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

/** The user, and what helps to decide about dealing with them. */
function UserHeader({ profile }: { profile: ProfileView }) {
  const { displayName, username, sellerRating, sellerReviewCount } = profile;
  const isOwn = useCurrentUser()?.id === profile.id;
  const { data: followers } = trpc.searches.followers.useQuery(undefined, { enabled: isOwn });
  return (
    <Paper component="header" radius="lg" p={{ base: 'md', md: 'lg' }} className={classes.header}>
      <Group gap="md" wrap="nowrap">
        <UserAvatar user={profile} size={88} />
        <Box miw={0}>
          <Title order={1} dir="auto" fz={{ base: 'h2', md: 'h1' }} lh={1.2}>
            {displayName}
          </Title>
          {displayName !== username && <Text c="dimmed">@{username}</Text>}
          <Group component="p" gap="0.25rem" mt="0.25rem" mb={0} className="numbers">
            {sellerReviewCount > 0 && (
              <IconStarFilled size={16} color="var(--accent-text)" aria-hidden />
            )}
            {sellerRatingText(sellerRating, sellerReviewCount)}
          </Group>
        </Box>
      </Group>
      <SellerFacts profile={profile} className={classes.facts} followers={followers?.count} />
      <UserActions profile={profile} />
    </Paper>
  );
}

/** Edit on the user's own page; Block and Report on another's. */
function UserActions({ profile }: { profile: ProfileView }) {
  const user = useCurrentUser();
  const isOwn = user?.id === profile.id;
  const person = { id: profile.id, name: isolated(profile.displayName) };
  const { messaging } = trpc.useUtils();
  const { data } = trpc.messaging.blocked.useQuery(undefined, { enabled: Boolean(user) && !isOwn });
  const isBlocked = data?.items.some(({ id }) => id === person.id) ?? false;
  const openSignIn = useSignIn();
  const unblock = useUnblock(person.name);
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  const blockOrUnblock = () => {
    if (isBlocked) unblock.mutate({ userId: person.id });
    else if (user) open();
    else openSignIn({ reason: `Sign in to block ${person.name}.`, onSuccess: open });
  };
  if (isOwn) {
    return (
      <Button
        component={PageLink}
        to={paths.settingsSection('profile')}
        style={{ justifySelf: 'start' }}
        variant="default"
        leftSection={<IconPencil {...icon} />}
      >
        Edit profile
      </Button>
    );
  }
  return (
    // The negative margin lines up the text of the buttons, not their invisible edges.
    <Group style={{ justifySelf: 'start' }} gap={0} mx={-14}>
      <Box mih={44} miw={106} ml={14} mr={4}>
        <FollowButton seller={person} />
      </Box>
      <Button
        variant="subtle"
        color="gray"
        c="dimmed"
        fw={500}
        size="sm"
        leftSection={<IconBan {...icon} />}
        disabled={unblock.isPending}
        onClick={blockOrUnblock}
      >
        {isBlocked ? 'Unblock' : 'Block'}
      </Button>
      <BlockModal
        person={person}
        opened={opened}
        onClose={() => setOpened(false)}
        onBlocked={() => {
          setOpened(false);
          void messaging.invalidate();
        }}
      />
      <ReportButton targetType="user" targetId={person.id} person={person} />
    </Group>
  );
}
