import { Box, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { maxCounted, maxVerifiedReviews } from '@marketplace/shared/account/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import { displayName } from '@marketplace/shared/users/names';
import type { ProfileView } from '@marketplace/shared/users/views';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { UserAvatar } from '../../../ui/avatar/UserAvatar.tsx';
import { monthText, numberText, sellerRatingText } from '../../../ui/count-text.ts';
import { type Icon, IconStarFilled } from '../../../ui/icons/icons.tsx';
import { IconCircleCheck, IconSparkles } from '../../../ui/icons/listing-icons.tsx';
import {
  IconCalendar,
  IconClock,
  IconLayoutGrid,
  IconShoppingBag,
} from '../../../ui/icons/page-icons.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { RateSellerButton } from '../../reviews/Review.tsx';
import classes from './SellerCard.module.css';

/** The seller, and what helps to decide about dealing with them. */
export function SellerCard({ listing }: { listing: ListingView }) {
  const { seller } = listing;
  const user = useCurrentUser();
  const name = displayName(seller);
  return (
    <Paper component="section" aria-labelledby="seller" radius="lg" p={{ base: 'md', md: 'lg' }}>
      <Title order={2} size="h4" id="seller">
        Seller Information
      </Title>
      <Group gap="sm" mt="sm" wrap="nowrap" className={classes.row}>
        <UserAvatar user={seller} size={52} />
        <Box miw={0}>
          <Text fw={600} lh={1.3} className={classes.name}>
            <PageLink to={paths.user(seller.id)} className={classes.link}>
              {name}
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
  return <KnownFacts profile={data} />;
}

const month = 30 * 24 * 60 * 60_000;

/** Only what speaks for the seller: no zeros. */
function KnownFacts({ profile }: { profile: ProfileView }) {
  const { activeListings, memberSince, replyTime, sales, verifiedReviews } = profile;
  const [now] = useState(Date.now);
  const isNew =
    now - Date.parse(memberSince) < 3 * month &&
    !replyTime &&
    sales === 0 &&
    profile.sellerReviewCount === 0;
  return (
    <ul className={`${classes.facts} plain numbers`}>
      {isNew && <Fact icon={IconSparkles}>New here</Fact>}
      {replyTime && <Fact icon={IconClock}>Usually replies {replyTime}</Fact>}
      {sales > 0 && <Fact icon={IconShoppingBag}>{counted(sales, 'sale')}</Fact>}
      {verifiedReviews > 0 && (
        <Fact icon={IconCircleCheck}>
          {counted(verifiedReviews, 'verified review', maxVerifiedReviews)}
        </Fact>
      )}
      {activeListings > 0 && (
        <Fact icon={IconLayoutGrid}>{counted(activeListings, 'active listing')}</Fact>
      )}
      <Fact icon={IconCalendar}>Member since {monthText(memberSince)}</Fact>
    </ul>
  );
}

function counted(count: number, unit: string, max = maxCounted): string {
  return `${numberText({ count, capped: count >= max })} ${unit}${count === 1 ? '' : 's'}`;
}

function Fact({ icon: Icon, children }: { icon: Icon; children: ReactNode }) {
  return (
    <li>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </li>
  );
}
