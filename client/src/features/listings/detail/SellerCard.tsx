import { Box, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ListingView } from '@marketplace/shared/listings/views';
import { displayName } from '@marketplace/shared/users/names';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { UserAvatar } from '../../../ui/avatar/UserAvatar.tsx';
import { sellerRatingText } from '../../../ui/count-text.ts';
import { IconStarFilled } from '../../../ui/icons/icons.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { RateSellerButton } from '../../reviews/Review.tsx';
import { SellerFacts } from '../../reviews/SellerFacts.tsx';
import classes from './ListingPage.module.css';

const FollowButton = lazyPart(async () => (await import('../saved/FollowButton.tsx')).FollowButton);

/** Shows the seller, with facts that help to decide whether to deal with them. */
export function SellerCard({ listing }: { listing: ListingView }) {
  const { seller } = listing;
  const user = useCurrentUser();
  const name = displayName(seller);
  return (
    <Paper component="section" aria-labelledby="seller" radius="lg" p={{ base: 'md', md: 'lg' }}>
      <Title order={2} size="h4" id="seller">
        Seller Information
      </Title>
      <Group gap="sm" mt="sm" wrap="nowrap" pos="relative">
        <UserAvatar user={seller} size={52} />
        <Box miw={0}>
          <Text fw={600} lh={1.3} style={{ overflowWrap: 'anywhere' }}>
            <PageLink to={paths.user(seller.id)} className={classes.sellerLink}>
              <bdi>{name}</bdi>
            </PageLink>
          </Text>
          <Group gap={4} c="dimmed" className="numbers">
            {seller.sellerReviewCount > 0 && (
              <IconStarFilled size={14} style={{ color: 'var(--accent-text)' }} aria-hidden />
            )}
            {sellerRatingText(seller.sellerRating, seller.sellerReviewCount)}
          </Group>
        </Box>
      </Group>
      <Facts sellerId={seller.id} />
      {user?.id !== seller.id && (
        <Box mt="md" mih={44}>
          <FollowButton seller={{ id: seller.id, name }} fullWidth />
        </Box>
      )}
      {listing.isActive && user && user.id !== seller.id && (
        <Box mt="md">
          <RateSellerButton sellerId={seller.id} sellerName={name} listingId={listing.id} />
        </Box>
      )}
    </Paper>
  );
}

function Facts({ sellerId }: { sellerId: string }) {
  const { data, isError } = trpc.account.profile.useQuery({ id: sellerId });
  if (isError) return null;
  if (!data) {
    return (
      <Stack gap={8} mt="sm" aria-hidden>
        <Skeleton height={18} width="65%" radius="sm" />
        <Skeleton height={18} width="50%" radius="sm" />
        <Skeleton height={18} width="70%" radius="sm" />
      </Stack>
    );
  }
  return <SellerFacts profile={data} className={classes.sellerFacts} />;
}
