import {
  Anchor,
  Box,
  Button,
  Group,
  Paper,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { categoryLabel, conditionLabel } from '@marketplace/shared/listings/constants';
import { type Detail, listingText } from '@marketplace/shared/listings/parse-details';
import type { ListingView } from '@marketplace/shared/listings/views';
import { isolated } from '@marketplace/shared/direction';
import { priceOf } from '@marketplace/shared/money';
import { posterPath } from '@marketplace/shared/paths';
import { errorCode } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { useDocumentTitle } from '../../../config/document-title.ts';
import { usePathId } from '../../../config/use-path-id.ts';
import { heldText } from '../held-text.ts';
import { paths } from '../../../config/paths.ts';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { IconEyeOff } from '../../../ui/icons/listing-icons.tsx';
import { IconPrinter } from '../../../ui/icons/page-icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { MakeOfferButton, takesOffers } from '../../deals/MakeOfferButton.tsx';
import { ReportButton } from '../../moderation/ReportButton.tsx';
import { BuyWithPayPal } from '../../payments/BuyWithPayPal.tsx';
import { SellerReviews } from '../../reviews/SellerReviews.tsx';
import { useContactSeller } from './ContactSellerProvider.tsx';
import { Facts } from './Facts.tsx';
import { AvailabilityNote, ListingHeader } from './ListingHeader.tsx';
import { PickupArea } from './PickupArea.tsx';
import { RelatedListings } from './RelatedListings.tsx';
import { SafetyTip, SellerCard } from './SellerCard.tsx';
import { canPrintPoster, contactText, goneText, isGoneFor } from '../browse/ListingState.tsx';
import { useListingChange } from '../live/changes.ts';
import { StatsButton } from '../mine/StatsButton.tsx';
import { Gallery } from '../photos/Gallery.tsx';
import classes from './ListingPage.module.css';
import { ListingLoading } from './ListingUnavailable.tsx';
import { MissingListing } from './MissingListing.tsx';
import { Breadcrumbs } from '../../../ui/breadcrumbs/Breadcrumbs.tsx';

const NotInterested = lazyPart(
  async () => (await import('../../hidden/NotInterested.tsx')).NotInterested,
);

const iconOfNote = { flex: 'none', margin: '1px 8px 0 0' };

/** The page of one listing, open to visitors. */
export function Component() {
  const id = usePathId();
  const { data: listing, error, refetch } = trpc.listings.byId.useQuery({ id });
  useDocumentTitle(listing?.title);
  if (listing) return <Listing listing={listing} />;
  const retry = errorCode(error) === 'NOT_FOUND' ? undefined : () => void refetch();
  return (
    <PageContainer>
      {error ? <MissingListing id={id} onRetry={retry} /> : <ListingLoading />}
    </PageContainer>
  );
}

function Listing({ listing }: { listing: ListingView }) {
  const { details, description } = listingText(listing);
  const user = useCurrentUser();
  const isGone = isGoneFor(listing, user);
  const change = useListingChange(listing.id);
  return (
    <PageContainer>
      <Breadcrumbs
        here={listing.title}
        above={[
          { label: 'Home', to: paths.landing },
          { label: 'All Listings', to: paths.listings() },
        ]}
      />
      {!listing.isActive && !isGone && (
        <Paper
          component="p"
          display="flex"
          bd="1px solid var(--line)"
          px="md"
          py="sm"
          mt="sm"
          mb={0}
        >
          <IconEyeOff size={20} stroke={1.75} style={iconOfNote} aria-hidden />
          {listing.held
            ? heldText(listing.held)
            : 'This listing is inactive. Only the owner and admins can see it.'}
        </Paper>
      )}
      <VisuallyHidden component="output">{change?.text}</VisuallyHidden>
      <div className={classes.page}>
        <div className={classes.columns}>
          <div className={classes.gallery}>
            <Gallery listing={listing} />
          </div>
          <Stack gap={20} className={classes.side}>
            <ListingHeader listing={listing} />
            <Actions listing={listing} />
            {/* Below the buttons, because it may appear while the user is about to press one. */}
            {!isGone && <AvailabilityNote listing={listing} />}
            <BuyWithPayPal listing={listing} />
            <Stack gap={12} className={classes.last}>
              <SellerCard listing={listing} />
              <SafetyTip listing={listing} />
              <QuietActions listing={listing} />
            </Stack>
          </Stack>
          <div className={classes.about}>
            {description && (
              <section aria-labelledby="description">
                <Title order={2} size="h3" mb="xs" id="description">
                  Description
                </Title>
                <Text
                  dir="auto"
                  maw="68ch"
                  style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
                >
                  {description}
                </Text>
              </section>
            )}
            <DetailsBox listing={listing} details={details} />
            <PickupArea listing={listing} />
          </div>
          <div className={classes.last}>
            <SellerReviews sellerId={listing.sellerId} />
          </div>
        </div>
        {(listing.isActive || isGone) && user?.id !== listing.sellerId && (
          <RelatedListings listing={listing} />
        )}
      </div>
    </PageContainer>
  );
}

/**
 * Shows "Edit Listing", the figures and the poster to the owner, "Contact Seller" to others, and
 * similar listings once it is sold. On phones, the buttons stick to the bottom edge, with the price.
 */
function Actions({ listing }: { listing: ListingView }) {
  const user = useCurrentUser();
  const contactSeller = useContactSeller();
  const isGone = isGoneFor(listing, user);
  const isOver = isGone || listing.availability === 'sold';
  const canOffer = !isGone && takesOffers(listing);
  const similar = paths.listings({ category: listing.category });
  if (user?.id === listing.sellerId) {
    return (
      <>
        <div className={classes.actions}>
          <Button component={PageLink} to={paths.editListing(listing.id)} size="md" fullWidth>
            Edit Listing
          </Button>
          <Button size="md" fullWidth disabled>
            Your Listing
          </Button>
        </div>
        <Group justify="center" gap={4}>
          <StatsButton listing={listing} />
          {canPrintPoster(listing) && (
            <Button
              component="a"
              href={posterPath(listing.id)}
              variant="subtle"
              leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
            >
              Print a poster
            </Button>
          )}
        </Group>
      </>
    );
  }
  return (
    <div className={classes.actions} data-offers={canOffer || undefined}>
      {/* The price is an attribute, because the page's text already contains it. */}
      <Text
        className={classes.barTitle}
        fz="xs"
        lh={1.4}
        c="dimmed"
        truncate
        data-price={isGone ? goneText : isOver ? 'Sold' : priceOf(listing)}
        aria-hidden
      >
        <bdi>{listing.title}</bdi>
      </Text>
      {isOver ? (
        <Button component={PageLink} to={similar} size="md" fullWidth>
          See similar listings
        </Button>
      ) : (
        <Button size="md" fullWidth onClick={() => contactSeller(listing)}>
          {contactText(listing)}
        </Button>
      )}
      {canOffer && <MakeOfferButton listing={listing} />}
    </div>
  );
}

/** Shows the buttons that hide a listing from the user's lists and report it. */
function QuietActions({ listing }: { listing: ListingView }) {
  const user = useCurrentUser();
  if (user?.id === listing.sellerId) return null;
  return (
    <Group justify="center" gap={4}>
      {user && <NotInterested listing={listing} fallback={<Box w={150} />} />}
      <ReportButton
        targetType="listing"
        targetId={listing.id}
        person={{ id: listing.sellerId, name: isolated(listing.sellerName) }}
      />
    </Group>
  );
}

function DetailsBox({ listing, details }: { listing: ListingView; details: Detail[] }) {
  const { category, condition, kind, images } = listing;
  const label = categoryLabel(category);
  const similar = paths.listings({ category });
  const linked = category ? (
    <Anchor component={PageLink} to={similar} inherit underline="always">
      {label}
    </Anchor>
  ) : (
    label
  );
  return (
    <Paper
      component="section"
      aria-labelledby="listing-details"
      p={{ base: 'md', md: 'lg' }}
      radius="lg"
    >
      <Title order={2} size="h3" id="listing-details">
        Listing Details
      </Title>
      <Facts
        facts={[
          ['Category', linked],
          ...(kind === 'offer' ? [['Condition', conditionLabel(condition)] as Detail] : []),
          ['Photos', String(images.length)],
        ]}
      />
      {details.length > 0 && (
        <>
          <Title order={3} size="h4" mt="lg">
            Product Details
          </Title>
          <Facts facts={details} />
        </>
      )}
    </Paper>
  );
}
