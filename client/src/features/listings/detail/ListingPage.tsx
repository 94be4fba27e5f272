import { Anchor, Button, Paper, Text, Title, VisuallyHidden } from '@mantine/core';
import { categoryLabel, conditionLabel } from '@marketplace/shared/listings/constants';
import { listingText, type Detail } from '@marketplace/shared/listings/parse-details';
import type { ListingView } from '@marketplace/shared/listings/views';
import { isolated } from '@marketplace/shared/direction';
import { errorCode } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { useDocumentTitle } from '../../../config/document-title.ts';
import { usePathId } from '../../../config/use-path-id.ts';
import { paths } from '../../../config/paths.ts';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { IconHeart } from '../../../ui/icons/icons.tsx';
import { IconEyeOff, IconMapPin } from '../../../ui/icons/listing-icons.tsx';
import { IconClock, IconTag } from '../../../ui/icons/page-icons.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { MakeOfferButton, takesOffers } from '../../deals/MakeOfferButton.tsx';
import { ReportButton } from '../../moderation/ReportButton.tsx';
import { BuyWithPayPal } from '../../payments/BuyWithPayPal.tsx';
import { Fact } from '../../reviews/SellerFacts.tsx';
import { SellerReviews } from '../../reviews/SellerReviews.tsx';
import { Age } from '../../../ui/time/Age.tsx';
import { AvailabilityNote } from './AvailabilityNote.tsx';
import { ContactSellerButton } from './ContactSellerButton.tsx';
import { conditionMeaning } from './advice.ts';
import { Facts } from './Facts.tsx';
import { PickupArea } from './PickupArea.tsx';
import { RelatedListings } from './RelatedListings.tsx';
import { SafetyTip } from './SafetyTip.tsx';
import { SellerCard } from './SellerCard.tsx';
import { FeaturedBadge } from '../browse/FeaturedBadge.tsx';
import { goneText, isGoneFor, priceOf } from '../browse/ListingState.tsx';
import { useListingChange } from '../live/changes.ts';
import { Gallery } from '../photos/Gallery.tsx';
import classes from './ListingPage.module.css';
import { MissingListing } from './MissingListing.tsx';
import { PriceLine } from './PriceLine.tsx';
import { Breadcrumbs } from '../../../ui/breadcrumbs/Breadcrumbs.tsx';
import { ListingLoading } from '../page-listing.tsx';

/** The page of one listing, open to visitors. */
export function Component() {
  const id = usePathId();
  const { data: listing, error, refetch } = trpc.listings.byId.useQuery({ id });
  useDocumentTitle(listing?.title);
  if (listing) return <Listing listing={listing} />;
  const isMissing = errorCode(error) === 'NOT_FOUND';
  return (
    <PageContainer>
      {error ? (
        <MissingListing id={id} onRetry={isMissing ? undefined : () => void refetch()} />
      ) : (
        <ListingLoading />
      )}
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
      {!listing.isActive && !isGone && <InactiveNote />}
      <VisuallyHidden component="output">{change?.text}</VisuallyHidden>
      <div className={classes.page}>
        <div className={classes.columns}>
          <div className={classes.gallery}>
            <Gallery listing={listing} />
          </div>
          <div className={classes.side}>
            <Summary listing={listing} />
            <Actions listing={listing} />
            {/* Below the buttons, because it may appear while the user is about to press one. */}
            {!isGone && <AvailabilityNote listing={listing} />}
            <BuyWithPayPal listing={listing} />
            <div className={classes.seller}>
              <SellerCard listing={listing} />
              <SafetyTip listing={listing} />
              <div className={classes.report}>
                <ReportButton
                  targetType="listing"
                  targetId={listing.id}
                  person={{ id: listing.sellerId, name: isolated(listing.sellerName) }}
                />
              </div>
            </div>
          </div>
          <div className={classes.about}>
            {description && (
              <section aria-labelledby="description">
                <Title order={2} size="h3" mb="xs" id="description">
                  Description
                </Title>
                <Text
                  dir="auto"
                  maw="68ch"
                  className={classes.text}
                  style={{ whiteSpace: 'pre-line' }}
                >
                  {description}
                </Text>
              </section>
            )}
            <DetailsBox listing={listing} details={details} />
            <PickupArea listing={listing} />
          </div>
          <div className={classes.reviews}>
            <SellerReviews sellerId={listing.sellerId} />
          </div>
        </div>
        {(listing.isActive || isGone) && user?.id !== listing.sellerId && (
          <div className={classes.related}>
            <RelatedListings listing={listing} />
          </div>
        )}
      </div>
    </PageContainer>
  );
}

function InactiveNote() {
  return (
    <Paper
      component="p"
      display="flex"
      bd="1px solid var(--line)"
      px="md"
      py="sm"
      mt="sm"
      mb={0}
      style={{ gap: 8 }}
    >
      <IconEyeOff size={20} stroke={1.75} style={{ flex: 'none', marginTop: 1 }} aria-hidden />
      This listing is inactive. Only the owner and admins can see it.
    </Paper>
  );
}

/** The price, the title, and the main facts of the listing. */
function Summary({ listing }: { listing: ListingView }) {
  const { condition, location, createdAt, savedBy = 0 } = listing;
  const meaning = hasCondition(listing) ? conditionMeaning(condition) : undefined;
  return (
    <header className={classes.summary}>
      <PriceLine listing={listing} />
      <Title order={1} size="h3" dir="auto" className={classes.text}>
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
    </header>
  );
}

/** Returns false for services, food, and wanted items, which have no condition. */
function hasCondition({ category, kind }: ListingView): boolean {
  return kind === 'offer' && category !== 'services' && category !== 'food';
}

/**
 * Shows "Edit Listing" to the owner, "Contact Seller" to others, and similar listings once it is
 * sold. On phones, the buttons stick to the bottom edge, with the price.
 */
function Actions({ listing }: { listing: ListingView }) {
  const user = useCurrentUser();
  const isGone = isGoneFor(listing, user);
  const isOver = isGone || listing.availability === 'sold';
  const canOffer = !isGone && takesOffers(listing);
  if (user?.id !== listing.sellerId) {
    return (
      <div className={classes.actions} data-offers={canOffer || undefined}>
        {/* The price is an attribute, because the page's text already contains it. */}
        <p
          className={classes.barTitle}
          data-price={isGone ? goneText : isOver ? 'Sold' : priceOf(listing)}
          aria-hidden
        >
          <bdi>{listing.title}</bdi>
        </p>
        {isOver ? (
          <Button
            component={PageLink}
            to={paths.listings({ category: listing.category })}
            size="md"
            fullWidth
          >
            See similar listings
          </Button>
        ) : (
          <ContactSellerButton listing={listing} />
        )}
        {canOffer && <MakeOfferButton listing={listing} />}
      </div>
    );
  }
  return (
    <div className={classes.actions}>
      <Button component={PageLink} to={paths.editListing(listing.id)} size="md" fullWidth>
        Edit Listing
      </Button>
      <Button size="md" fullWidth disabled>
        Your Listing
      </Button>
    </div>
  );
}

function DetailsBox({ listing, details }: { listing: ListingView; details: Detail[] }) {
  const { category } = listing;
  const label = categoryLabel(category);
  const condition: Detail[] =
    listing.kind === 'offer' ? [['Condition', conditionLabel(listing.condition)]] : [];
  return (
    <Paper
      component="section"
      aria-labelledby="listing-details"
      radius="lg"
      p={{ base: 'md', md: 'lg' }}
    >
      <Title order={2} size="h3" id="listing-details">
        Listing Details
      </Title>
      <Facts
        facts={[
          [
            'Category',
            category ? (
              <Anchor
                component={PageLink}
                to={paths.listings({ category })}
                inherit
                underline="always"
              >
                {label}
              </Anchor>
            ) : (
              label
            ),
          ],
          ...condition,
          ['Photos', String(listing.images.length)],
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
