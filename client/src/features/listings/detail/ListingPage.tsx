import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import { categoryLabel, conditionLabel } from '@marketplace/shared/listings/constants';
import { listingText, type Detail } from '@marketplace/shared/listings/parse-details';
import type { ListingView } from '@marketplace/shared/listings/views';
import { formatPrice } from '@marketplace/shared/money';
import { errorCode } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { useDocumentTitle } from '../../../config/document-title.ts';
import { usePageConfig } from '../../../config/page-config.tsx';
import { paths } from '../../../config/paths.ts';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { IconEyeOff, IconMapPin, IconShare2 } from '../../../ui/icons/listing-icons.tsx';
import { IconClock, IconTag } from '../../../ui/icons/page-icons.tsx';
import { copyText } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { MakeOfferButton, takesOffers } from '../../deals/MakeOfferButton.tsx';
import { ReportButton } from '../../moderation/ReportButton.tsx';
import { BuyWithPayPal } from '../../payments/BuyWithPayPal.tsx';
import { Fact } from '../../reviews/SellerFacts.tsx';
import { SellerReviews } from '../../reviews/SellerReviews.tsx';
import { Age } from '../../../ui/Age.tsx';
import { AvailabilityNote } from './AvailabilityNote.tsx';
import { ContactSellerButton } from './ContactSellerButton.tsx';
import { conditionMeaning } from './advice.ts';
import { Facts } from './Facts.tsx';
import { PickupArea } from './PickupArea.tsx';
import { RelatedListings } from './RelatedListings.tsx';
import { SafetyTip } from './SafetyTip.tsx';
import { SellerCard } from './SellerCard.tsx';
import { FeaturedBadge } from '../browse/FeaturedBadge.tsx';
import { AvailabilityBadge, PreviousPrice } from '../browse/ListingState.tsx';
import { Gallery } from '../photos/Gallery.tsx';
import classes from './ListingPage.module.css';
import { MissingListing } from './MissingListing.tsx';
import { Breadcrumbs } from '../../../ui/breadcrumbs/Breadcrumbs.tsx';
import { ListingLoading, useListingId } from '../page-listing.tsx';

/** One listing, open to visitors. */
export function Component() {
  const id = useListingId();
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
  return (
    <PageContainer>
      <Breadcrumbs
        here={listing.title}
        above={[
          { label: 'Home', to: paths.landing },
          { label: 'All Listings', to: paths.listings() },
        ]}
      />
      {!listing.isActive && <InactiveNote />}
      <div className={classes.page}>
        <div className={classes.columns}>
          <div className={classes.gallery}>
            <Gallery listing={listing} />
          </div>
          <div className={classes.side}>
            <Summary listing={listing} />
            <AvailabilityNote listing={listing} />
            <Actions listing={listing} />
            <BuyWithPayPal listing={listing} />
            <div className={classes.seller}>
              <SellerCard listing={listing} />
              <SafetyTip category={listing.category} />
              <div className={classes.report}>
                <ReportButton
                  targetType="listing"
                  targetId={listing.id}
                  person={{ id: listing.sellerId, name: listing.sellerName }}
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
                <Text maw="68ch" className={classes.text} style={{ whiteSpace: 'pre-line' }}>
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
        {listing.isActive && user?.id !== listing.sellerId && (
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

/** What it costs, what it is, and the facts that decide whether to read on. */
function Summary({ listing }: { listing: ListingView }) {
  const { category, condition, location, createdAt } = listing;
  const meaning = hasCondition(category) ? conditionMeaning(condition) : undefined;
  return (
    <header className={classes.summary}>
      <div className={classes.price}>
        <Text fz="h2" fw={700} lh={1.2} className="numbers">
          {formatPrice(listing.price)}
          <PreviousPrice previousPrice={listing.previousPrice} />
          {listing.isFirmPrice && (
            <Text span fz="sm" fw={500} c="dimmed" ml="xs">
              Firm price
            </Text>
          )}
        </Text>
        {listing.isActive && <ShareButton listing={listing} />}
      </div>
      <Title order={1} size="h3" className={classes.text}>
        {listing.title}
      </Title>
      <Group gap={4} className={classes.badges}>
        <AvailabilityBadge availability={listing.availability} />
        {listing.isFeatured && <FeaturedBadge />}
      </Group>
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
      </ul>
    </header>
  );
}

/** Of what is made or done to order a condition says nothing. */
function hasCondition(category: string): boolean {
  return category !== 'services' && category !== 'food';
}

/**
 * Edit Listing for the owner, Contact Seller for others, and once it is sold similar listings. On phones they
 * stay in reach, with the price.
 */
function Actions({ listing }: { listing: ListingView }) {
  const user = useCurrentUser();
  const isSold = listing.availability === 'sold';
  if (user?.id !== listing.sellerId) {
    return (
      <div className={classes.actions} data-offers={takesOffers(listing) || undefined}>
        {/* The price as its attribute, as the page's text already has it. */}
        <p
          className={classes.barTitle}
          data-price={isSold ? 'Sold' : formatPrice(listing.price)}
          aria-hidden
        >
          {listing.title}
        </p>
        {isSold ? (
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
        {takesOffers(listing) && <MakeOfferButton listing={listing} />}
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

/** Category, condition, number of photos, and the attributes of the product. */
function DetailsBox({ listing, details }: { listing: ListingView; details: Detail[] }) {
  const { category } = listing;
  const label = categoryLabel(category);
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
          ['Condition', conditionLabel(listing.condition)],
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

/** Shares the listing's address by the system's dialog, or copies it where there is none. */
function ShareButton({ listing }: { listing: ListingView }) {
  const { publicUrl } = usePageConfig();
  const url = publicUrl + paths.listing(listing.id);
  return (
    <Button
      variant="subtle"
      size="sm"
      px="xs"
      mr={-8}
      leftSection={<IconShare2 size={18} stroke={1.75} aria-hidden />}
      onClick={() => void share({ title: listing.title, url })}
    >
      Share
    </Button>
  );
}

async function share(what: { title: string; url: string }): Promise<void> {
  try {
    // A TypeError in browsers without it, and over plain http.
    await navigator.share(what);
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!isClosed) await copyText(what.url, 'Link copied');
  }
}
