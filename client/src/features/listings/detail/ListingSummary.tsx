import type { ListingView } from '@marketplace/shared/listings/views';
import { formatPrice } from '@marketplace/shared/money';
import { Photo } from '../photos/Photo.tsx';
import classes from './ListingSummary.module.css';

/** Which listing a dialog is about. */
export function ListingSummary({ listing }: { listing: ListingView }) {
  return (
    <div className={classes.summary}>
      <div className={classes.frame}>
        <Photo
          image={listing.images[0]}
          placeholder={listing.placeholders[0]}
          avif={listing.avif[0]}
          alt=""
          sizes="72px"
          emptyText=""
        />
      </div>
      <div className={classes.lines}>
        <p className={classes.title}>{listing.title}</p>
        <p className="numbers">{formatPrice(listing.price)}</p>
      </div>
    </div>
  );
}
