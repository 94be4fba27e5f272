import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { soldPageDays } from '@marketplace/shared/deals/constants';
import { type Condition, conditionLabel } from '@marketplace/shared/listings/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import { isolated } from '@marketplace/shared/direction';
import { priceOf } from '@marketplace/shared/money';
import { usePageConfig } from '../../../config/page-config.tsx';
import { paths } from '../../../config/paths.ts';
import { IconHeart } from '../../../ui/icons/icons.tsx';
import { IconMapPin, IconShare2 } from '../../../ui/icons/listing-icons.tsx';
import { IconClock, IconTag } from '../../../ui/icons/page-icons.tsx';
import { Age } from '../../../ui/time/Age.tsx';
import { calendarDayText, regionDayText } from '@marketplace/shared/regions/region-day';
import { copyText } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { shortMomentText } from '../../deals/times.ts';
import { useWaitingLine, WaitingLineNote } from '../../deals/WaitingLineNote.tsx';
import { Fact } from '../../reviews/SellerFacts.tsx';
import {
  AvailabilityBadge,
  FeaturedBadge,
  FirmPrice,
  goneText,
  InactiveBadge,
  isGoneFor,
  PreviousPrice,
  WantedBadge,
} from '../browse/ListingState.tsx';
import { FavoriteButton } from '../favorites/FavoriteButton.tsx';
import classes from './ListingPage.module.css';

/** The price, the title, and the main facts of the listing. */
export function ListingHeader({ listing }: { listing: ListingView }) {
  const { kind, category, condition, location, createdAt, savedBy = 0 } = listing;
  const hasMeaning = kind === 'offer' && category !== 'services' && category !== 'food';
  const meaning =
    hasMeaning && Object.hasOwn(meanings, condition) && meanings[condition as Condition];
  return (
    <Stack component="header" gap={8} align="flex-start">
      <PriceLine listing={listing} />
      <Title order={1} size="h3" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {listing.title}
      </Title>
      {listing.isFeatured && <FeaturedBadge />}
      <Stack component="ul" gap={8} mt={8} className={`${classes.facts} plain`}>
        <Fact icon={IconMapPin}>{location || 'Location not specified'}</Fact>
        {meaning && (
          <Fact icon={IconTag}>
            {conditionLabel(condition)} · {meaning}
          </Fact>
        )}
        <Fact icon={IconClock}>
          Posted <Age createdAt={createdAt} />
        </Fact>
        {savedBy > 0 && <Fact icon={IconHeart}>Saved by {savedBy}</Fact>}
      </Stack>
    </Stack>
  );
}

/** Explains each condition. Services, food, and wanted items get no explanation. */
const meanings: Record<Condition, string> = {
  new: 'never used',
  'like-new': 'barely used, no wear',
  good: 'works fine, shows wear',
  fair: 'works, with visible flaws',
  poor: 'for parts or repair',
};

/** The price and the availability, on one line so that a change does not move the page. */
function PriceLine({ listing }: { listing: ListingView }) {
  const user = useCurrentUser();
  const url = usePageConfig().publicUrl + paths.listing(listing.id);
  const isGone = isGoneFor(listing, user);
  return (
    <Group gap="0 12px" wrap="nowrap" style={{ alignSelf: 'stretch' }}>
      <Text fz="h2" fw={700} lh={1.2} className="numbers">
        {priceOf(listing)}
        <PreviousPrice previousPrice={listing.previousPrice} />
        <FirmPrice {...listing} />
      </Text>
      {isGone ? (
        <InactiveBadge>{goneText}</InactiveBadge>
      ) : (
        <>
          <WantedBadge kind={listing.kind} />
          <AvailabilityBadge availability={listing.availability} />
          {listing.awayUntil && (
            <InactiveBadge>Away until {calendarDayText(listing.awayUntil)}</InactiveBadge>
          )}
        </>
      )}
      <Group component="span" gap={0} wrap="nowrap" m="-4px -8px -4px auto">
        {(listing.isActive || isGone) && (
          <Button
            variant="subtle"
            size="sm"
            px="xs"
            // Keeps its space, so that nothing moves.
            style={{ visibility: isGone ? 'hidden' : undefined }}
            leftSection={<IconShare2 size={18} stroke={1.75} aria-hidden />}
            onClick={() => void share({ title: listing.title, url })}
          >
            Share
          </Button>
        )}
        {user?.id !== listing.sellerId && <FavoriteButton listing={listing} />}
      </Group>
    </Group>
  );
}

/** Shares an address with the system dialog, or else copies it. */
async function share(what: { title: string; url: string }): Promise<void> {
  try {
    // Throws a TypeError if the browser has no share dialog, or over plain HTTP.
    await navigator.share(what);
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!isClosed) await copyText(what.url, 'Link copied');
  }
}

/** Explains to the viewer that the listing is reserved or sold, or that its seller is away. */
export function AvailabilityNote({ listing }: { listing: ListingView }) {
  const user = useCurrentUser();
  const { offeredUntil, reservedUntil } = useWaitingLine(listing) ?? {};
  const [now] = useState(Date.now);
  const isMine = reservedUntil && !offeredUntil;
  const hasLine = listing.availability === 'reserved' && user?.id !== listing.sellerId && !isMine;
  const text = isMine
    ? `Reserved for you until ${shortMomentText(reservedUntil, now)}.`
    : noteOf(listing, user?.id === listing.sellerId);
  return (
    text && (
      <Paper bd="1px solid var(--line)" px="md" py="sm">
        <p style={{ margin: 0 }}>{text}</p>
        {hasLine && <WaitingLineNote listing={listing} />}
      </Paper>
    )
  );
}

function noteOf(
  { availability, soldAt, awayUntil, sellerName }: ListingView,
  isOwn: boolean,
): string | null {
  if (awayUntil && soldAt === null) {
    const day = calendarDayText(awayUntil);
    return isOwn
      ? `You're away until ${day}. No list shows this listing until then.`
      : `${isolated(sellerName)} is away until ${day}. You can send a message now.`;
  }
  if (availability === 'reserved') {
    return 'Reserved for a buyer. If the deal falls through, this will be available again.';
  }
  if (soldAt === null) return null;
  const end = regionDayText(Date.parse(soldAt) + soldPageDays * 24 * 60 * 60_000);
  return `Sold on ${regionDayText(soldAt)}. This page stays up until ${end}.`;
}
