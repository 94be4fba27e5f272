import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type Condition, conditionLabel } from '@marketplace/shared/listings/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import { usePageConfig } from '../../../config/page-config.tsx';
import { paths } from '../../../config/paths.ts';
import { IconHeart } from '../../../ui/icons/icons.tsx';
import { IconMapPin, IconShare2 } from '../../../ui/icons/listing-icons.tsx';
import { IconClock, IconTag } from '../../../ui/icons/page-icons.tsx';
import { Age } from '../../../ui/time/Age.tsx';
import { copyText } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { Fact } from '../../reviews/SellerFacts.tsx';
import {
  AvailabilityBadge,
  FeaturedBadge,
  FirmPrice,
  goneText,
  InactiveBadge,
  isGoneFor,
  PreviousPrice,
  priceOf,
  WantedBadge,
} from '../browse/ListingState.tsx';
import { FavoriteButton } from '../favorites/FavoriteButton.tsx';
import classes from './ListingPage.module.css';

/** The price, the title, and the main facts of the listing. */
export function ListingHeader({ listing }: { listing: ListingView }) {
  const { condition, location, createdAt, savedBy = 0 } = listing;
  const meaning = conditionMeaning(listing);
  return (
    <Stack component="header" gap={8} align="flex-start">
      <PriceLine listing={listing} />
      <Title order={1} size="h3" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {listing.title}
      </Title>
      {listing.isFeatured && <FeaturedBadge />}
      <ul className={`${classes.facts} plain`}>
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
      </ul>
    </Stack>
  );
}

const meanings: Record<Condition, string> = {
  new: 'never used',
  'like-new': 'barely used, no wear',
  good: 'works fine, shows wear',
  fair: 'works, with visible flaws',
  poor: 'for parts or repair',
};

/** Returns the meaning of a condition. Services, food, and wanted items have none. */
function conditionMeaning({ kind, category, condition }: ListingView): string | undefined {
  if (kind !== 'offer' || category === 'services' || category === 'food') return undefined;
  return Object.hasOwn(meanings, condition) ? meanings[condition as Condition] : undefined;
}

/** The price and the availability, on one line so that a change does not move the page. */
function PriceLine({ listing }: { listing: ListingView }) {
  const user = useCurrentUser();
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
        </>
      )}
      <Group component="span" gap={0} wrap="nowrap" m="-4px -8px -4px auto">
        {(listing.isActive || isGone) && <ShareButton listing={listing} hidden={isGone} />}
        {user?.id !== listing.sellerId && <FavoriteButton listing={listing} />}
      </Group>
    </Group>
  );
}

/** Shares the address with the system dialog, or else copies it. Keeps its space if hidden. */
function ShareButton({ listing, hidden }: { listing: ListingView; hidden: boolean }) {
  const { publicUrl } = usePageConfig();
  const url = publicUrl + paths.listing(listing.id);
  return (
    <Button
      variant="subtle"
      size="sm"
      px="xs"
      style={{ visibility: hidden ? 'hidden' : undefined }}
      leftSection={<IconShare2 size={18} stroke={1.75} aria-hidden />}
      onClick={() => void share({ title: listing.title, url })}
    >
      Share
    </Button>
  );
}

async function share(what: { title: string; url: string }): Promise<void> {
  try {
    // Throws a TypeError if the browser has no share dialog, or over plain HTTP.
    await navigator.share(what);
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!isClosed) await copyText(what.url, 'Link copied');
  }
}
