import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { categoryLabel, conditionLabel } from '@marketplace/shared/listings/constants';
import { listingText, type Detail } from '@marketplace/shared/listings/parse-details';
import type { ListingView } from '@marketplace/shared/listings/views';
import { formatPrice } from '@marketplace/shared/money';
import { displayName } from '@marketplace/shared/users/names';
import { errorCode } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { useDocumentTitle } from '../../../config/document-title.ts';
import { usePageConfig } from '../../../config/page-config.tsx';
import { paths } from '../../../config/paths.ts';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { UserAvatar } from '../../../ui/UserAvatar.tsx';
import { IconStarFilled } from '../../../ui/icons/icons.tsx';
import { IconEyeOff, IconMapPin, IconShare2 } from '../../../ui/icons/listing-icons.tsx';
import { copyText } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { ReportButton } from '../../moderation/ReportButton.tsx';
import { BuyWithPayPal } from '../../payments/BuyWithPayPal.tsx';
import { RateSellerButton } from '../../reviews/Review.tsx';
import { SellerReviews } from '../../reviews/SellerReviews.tsx';
import { Age } from '../../../ui/Age.tsx';
import { ContactSellerButton } from './ContactSellerButton.tsx';
import { Facts } from './Facts.tsx';
import { FeaturedBadge } from '../browse/FeaturedBadge.tsx';
import { Gallery } from '../photos/Gallery.tsx';
import classes from './ListingPage.module.css';
import { MissingListing } from './MissingListing.tsx';
import { Breadcrumbs } from '../../../ui/breadcrumbs/Breadcrumbs.tsx';
import { sellerRatingText } from '../../../ui/count-text.ts';
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
        <div className={classes.gallery}>
          <Gallery listing={listing} />
        </div>
        <div className={classes.side}>
          <Stack component="header" gap={6} align="flex-start">
            {listing.isFeatured && <FeaturedBadge />}
            <Title order={1} fz="1.625rem" lh={1.25} className={classes.text}>
              {listing.title}
            </Title>
            <Group gap="sm" justify="space-between" wrap="nowrap" style={{ alignSelf: 'stretch' }}>
              <Text fz="1.625rem" fw={750} lh={1.25} className="numbers">
                {formatPrice(listing.price)}
              </Text>
              {listing.isActive && <ShareButton listing={listing} />}
            </Group>
            <Group gap={6} c="dimmed">
              <IconMapPin size={18} stroke={1.75} aria-hidden />
              {listing.location || 'Location not specified'}
              <span aria-hidden>·</span>
              <Age createdAt={listing.createdAt} />
            </Group>
          </Stack>
          <div className={classes.actions}>
            <Actions listing={listing} />
          </div>
          <BuyWithPayPal listing={listing} />
          <div className={classes.seller}>
            <SellerBox listing={listing} />
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
        </div>
        <div className={classes.reviews}>
          <SellerReviews sellerId={listing.sellerId} />
        </div>
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

/** Edit Listing for the owner, Contact Seller for others. */
function Actions({ listing }: { listing: ListingView }) {
  const user = useCurrentUser();
  if (user?.id !== listing.sellerId) return <ContactSellerButton listing={listing} />;
  return (
    <>
      <Button component={PageLink} to={paths.editListing(listing.id)} size="md" fullWidth>
        Edit Listing
      </Button>
      <Button size="md" fullWidth disabled>
        Your Listing
      </Button>
    </>
  );
}

/** A box on the ground of the page. */
const boxLook = { radius: 'lg', p: { base: 'md', md: 'lg' } };

/** Category, condition, number of photos, and the attributes of the product. */
function DetailsBox({ listing, details }: { listing: ListingView; details: Detail[] }) {
  return (
    <Paper component="section" aria-labelledby="listing-details" {...boxLook}>
      <Title order={2} size="h3" id="listing-details">
        Listing Details
      </Title>
      <Facts
        facts={[
          ['Category', categoryLabel(listing.category)],
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

/** The seller and their rating. */
function SellerBox({ listing }: { listing: ListingView }) {
  const { seller } = listing;
  const user = useCurrentUser();
  const name = displayName(seller);
  return (
    <Paper component="section" aria-labelledby="seller" {...boxLook}>
      <Title order={2} size="h3" id="seller">
        Seller Information
      </Title>
      <Group gap="sm" mt="sm" wrap="nowrap" className={classes.sellerRow}>
        <UserAvatar user={seller} size={48} />
        <Box miw={0}>
          <Text fw={600} className={classes.text}>
            <PageLink to={paths.user(seller.id)} className={classes.sellerLink}>
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
      {listing.isActive && user && user.id !== seller.id && (
        <RateSellerButton sellerId={seller.id} sellerName={name} listingId={listing.id} />
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
