import { Title } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { displayName } from '@marketplace/shared/users/names';
import { paths } from '../../config/paths.ts';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { RateSellerButton } from '../reviews/RateSellerButton.tsx';
import { sellerRatingText } from './rating-text.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { UserAvatar } from '../../ui/UserAvatar.tsx';
import classes from './SellerBox.module.css';

/** Who sells it, and how others rated them. */
export function SellerBox({ listing }: { listing: ListingView }) {
  const { seller } = listing;
  const user = useCurrentUser();
  const name = displayName(seller);
  return (
    <section aria-labelledby="seller" className={classes.box}>
      <Title order={2} size="h3" id="seller">
        Seller Information
      </Title>
      <div className={classes.seller}>
        <UserAvatar user={seller} size={48} />
        <div className={classes.lines}>
          <p className={classes.name}>
            <PageLink to={paths.user(seller.id)} className={classes.link}>
              {name}
            </PageLink>
          </p>
          <p className={`${classes.rating} numbers`}>
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
