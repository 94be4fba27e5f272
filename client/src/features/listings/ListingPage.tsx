import { Button, Title } from '@mantine/core';
import { IconEyeOff, IconMapPin } from '@tabler/icons-react';
import { listingText } from '@marketplace/shared/listings/parse-details';
import type { ListingView } from '@marketplace/shared/listings/views';
import { formatPrice } from '@marketplace/shared/money';
import { errorCode } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { useDocumentTitle } from '../../config/document-title.ts';
import { paths } from '../../config/paths.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { BuyWithPayPal } from '../payments/BuyWithPayPal.tsx';
import { ReportButton } from '../moderation/ReportButton.tsx';
import { SellerReviews } from '../reviews/SellerReviews.tsx';
import { Age } from './Age.tsx';
import { ContactSellerButton } from './ContactSellerButton.tsx';
import { DetailsBox } from './DetailsBox.tsx';
import { FeaturedBadge } from './FeaturedBadge.tsx';
import { Gallery } from './Gallery.tsx';
import { ListingLoading } from './ListingLoading.tsx';
import { MissingListing } from './MissingListing.tsx';
import { SellerBox } from './SellerBox.tsx';
import { ShareButton } from './ShareButton.tsx';
import { Trail } from './Trail.tsx';
import { useListingId } from './use-listing-id.ts';
import classes from './ListingPage.module.css';

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
      <Trail
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
