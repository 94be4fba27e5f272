import { Box, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { Category } from '@marketplace/shared/listings/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import { displayName } from '@marketplace/shared/users/names';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { UserAvatar } from '../../../ui/avatar/UserAvatar.tsx';
import { sellerRatingText } from '../../../ui/count-text.ts';
import { IconStarFilled } from '../../../ui/icons/icons.tsx';
import { IconShieldCheck } from '../../../ui/icons/page-icons.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { RateSellerButton } from '../../reviews/Review.tsx';
import { SellerFacts } from '../../reviews/SellerFacts.tsx';
import classes from './ListingPage.module.css';

const FollowButton = lazyPart(async () => (await import('../saved/FollowButton.tsx')).FollowButton);

/** Shows the seller, with facts that help to decide whether to deal with them. */
export function SellerCard({ listing }: { listing: ListingView }) {
  const { seller } = listing;
  const user = useCurrentUser();
  const { data: profile, isPending, isError } = trpc.account.profile.useQuery({ id: seller.id });
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
      {profile && !isError && <SellerFacts profile={profile} className={classes.sellerFacts} />}
      {isPending && (
        <Stack gap={8} mt="sm" aria-hidden>
          {['65%', '50%', '70%'].map((width) => (
            <Skeleton key={width} height={18} width={width} radius="sm" />
          ))}
        </Stack>
      )}
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

/** Shows one tip for a safe deal. */
export function SafetyTip({ listing: { kind, category } }: { listing: ListingView }) {
  const key = kind === 'wanted' ? kind : category;
  return (
    <Group
      component="aside"
      gap={12}
      p="12px 16px"
      align="flex-start"
      wrap="nowrap"
      bdrs="lg"
      bg="var(--selected)"
      aria-label="Safety tip"
    >
      <IconShieldCheck size={20} stroke={1.75} color="var(--mantine-color-anchor)" aria-hidden />
      <p style={{ flex: 1, margin: 0 }}>
        {tips[Object.hasOwn(tips, key) ? (key as Category) : 'other']}{' '}
        <PageLink to={paths.communityGuidelines} className="touch-link" style={tipLink}>
          More safety tips
        </PageLink>
      </p>
    </Group>
  );
}

const tipLink = { color: 'inherit', whiteSpace: 'nowrap' } as const;

const tips: Record<Category | 'wanted', string> = {
  electronics: 'Power it on and check for an activation lock before you pay.',
  furniture: 'Measure your doorways first, and bring someone to help carry.',
  clothing: 'Check the size, seams, and zippers before you pay.',
  accessories: 'Check clasps, straps, and brand marks closely before you pay.',
  services: 'Agree on the price and what it covers in writing before work starts.',
  food: 'Ask about allergens, ingredients, and when it was made.',
  health: "Make sure it's sealed, and check the expiration date.",
  automotive: 'Match the VIN to the title, and take a test drive before you pay.',
  home: 'Look it over in daylight, and test anything that plugs in.',
  sports: 'Try it out, and check helmets and straps for cracks and wear.',
  books: 'Flip through the pages, and test discs and games before you pay.',
  other: 'Meet in a public place and look it over before you pay.',
  // For the seller of an item that another user wants.
  wanted: 'Meet in a public place, and count the money before you hand it over.',
};
