import { Button, Title } from '@mantine/core';
import { IconEyeOff, IconMapPin, IconStarFilled, IconShare2 } from '@tabler/icons-react';
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
import { copyText } from '../../../ui/copy-text.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { ReportButton } from '../../moderation/ReportButton.tsx';
import { BuyWithPayPal } from '../../payments/BuyWithPayPal.tsx';
import { RateSellerButton } from '../../reviews/RateSellerButton.tsx';
import { SellerReviews } from '../../reviews/SellerReviews.tsx';
import { Age } from '../../../ui/Age.tsx';
import { ContactSellerButton } from './ContactSellerButton.tsx';
import { Facts } from './Facts.tsx';
import { FeaturedBadge } from '../browse/FeaturedBadge.tsx';
import { Gallery } from '../photos/Gallery.tsx';
import { ListingLoading } from './ListingLoading.tsx';
import classes from './ListingPage.module.css';
import { MissingListing } from './MissingListing.tsx';
import sellerClasses from './SellerBox.module.css';
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx';
import { sellerRatingText } from '../../../ui/rating-text.ts';
import { useListingId } from './use-listing-id.ts';

/** One listing, open to everybody. */
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
      {!listing.isActive && (
        <p className={classes.hidden}>
          <IconEyeOff size={20} stroke={1.75} aria-hidden />
          This listing is inactive. Only its owner and the admins can see it.
        </p>
      )}
      <div className={classes.page}>
        <div className={classes.gallery}>
          <Gallery
            images={listing.images}
            placeholders={listing.placeholders}
            avif={listing.avif}
            title={listing.title}
          />
        </div>
        <div className={classes.side}>
          <header className={classes.head}>
            {listing.isFeatured && <FeaturedBadge />}
            <Title order={1} className={classes.title}>
              {listing.title}
            </Title>
            <div className={classes.priceRow}>
              <p className={`${classes.price} numbers`}>{formatPrice(listing.price)}</p>
              {listing.isActive && <ShareButton listing={listing} />}
            </div>
            <p className={classes.place}>
              <IconMapPin size={18} stroke={1.75} aria-hidden />
              {listing.location || 'Location not specified'}
              <span aria-hidden>·</span>
              <Age createdAt={listing.createdAt} />
            </p>
          </header>
          <div className={classes.actions}>
            <Actions listing={listing} />
          </div>
          <BuyWithPayPal listing={listing} className={classes.buy} />
          <div className={classes.seller}>
            <SellerBox listing={listing} />
            <p className={classes.report}>
              <ReportButton
                targetType="listing"
                targetId={listing.id}
                person={{ id: listing.sellerId, name: listing.sellerName }}
              />
            </p>
          </div>
        </div>
        <div className={classes.text}>
          {description && (
            <section aria-labelledby="description">
              <Title order={2} size="h3" mb="xs" id="description">
                Description
              </Title>
              <p className={classes.description}>{description}</p>
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

/** Edit Listing for the owner, who cannot contact themself; Contact Seller for everybody else. */
function Actions({ listing }: { listing: ListingView }) {
  const user = useCurrentUser();
  if (user?.id !== listing.sellerId) return <ContactSellerButton listing={listing} size="md" />;
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

interface Props {
  listing: ListingView;
  /** Attributes of the product itself. */
  details: Detail[];
}

/** Category, condition, number of photos, and the product's own attributes where it has some. */
function DetailsBox({ listing, details }: Props) {
  return (
    <section aria-labelledby="listing-details" className={classes.box}>
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
    </section>
  );
}

/** Who sells it, and how others rated them. */
function SellerBox({ listing }: { listing: ListingView }) {
  const { seller } = listing;
  const user = useCurrentUser();
  const name = displayName(seller);
  return (
    <section aria-labelledby="seller" className={sellerClasses.box}>
      <Title order={2} size="h3" id="seller">
        Seller Information
      </Title>
      <div className={sellerClasses.seller}>
        <UserAvatar user={seller} size={48} />
        <div className={sellerClasses.lines}>
          <p className={sellerClasses.name}>
            <PageLink to={paths.user(seller.id)} className={sellerClasses.link}>
              {name}
            </PageLink>
          </p>
          <p className={`${sellerClasses.rating} numbers`}>
            {seller.sellerReviewCount > 0 && <IconStarFilled size={14} aria-hidden />}
            {sellerRatingText(seller.sellerRating, seller.sellerReviewCount)}
          </p>
        </div>
      </div>
      {listing.isActive && user && user.id !== seller.id && (
        <RateSellerButton sellerId={seller.id} sellerName={name} listingId={listing.id} />
      )}
    </section>
  );
}

/** Hands the listing's address to the system's own sharing, or copies it where there is none. */
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
    // Absent from some browsers, and from all over plain http: a TypeError.
    await navigator.share(what);
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!isClosed) await copyText(what.url, 'Link copied');
  }
}
