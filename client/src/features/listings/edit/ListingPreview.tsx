import { Button, Title } from '@mantine/core';
import { IconMapPin, IconPhoto } from '@tabler/icons-react';
import { categoryLabel, conditionLabel } from '@marketplace/shared/listings/constants';
import { listingText } from '@marketplace/shared/listings/parse-details';
import { cleanLine, cleanText } from '@marketplace/shared/listings/plain-text';
import { canonicalPrice, formatPriceExact } from '@marketplace/shared/money';
import { matchLocation, regionLabel } from '@marketplace/shared/regions/match-location';
import { Facts } from '../detail/Facts.tsx';
import { FeaturedBadge } from '../browse/FeaturedBadge.tsx';
import { type ListingValues, storedDetails } from './listing-form.ts';
import type { Picture } from '../photos/pictures.ts';
import classes from './ListingPreview.module.css';

/** Pictures shown below the first one before the rest becomes a number. */
const thumbnails = 3;

interface Props {
  values: ListingValues;
  isNew: boolean;
  pictures: Picture[];
}

/** A listing as buyers will see it once saved. */
export function ListingPreview({ values, isNew, pictures }: Props) {
  const title = cleanLine(values.title) || 'Untitled Listing';
  const { description, details } = listingText({
    description: cleanText(values.description),
    details: storedDetails(values.details),
  });
  return (
    <article className={classes.card} aria-label="Preview">
      <PreviewPictures pictures={pictures} title={title} />
      <div className={classes.text}>
        {values.isFeatured && <FeaturedBadge />}
        <Title order={2} className={classes.title}>
          {title}
        </Title>
        <p className={`${classes.price} numbers`}>{previewPrice(values.price)}</p>
        <p className={classes.place}>
          <IconMapPin size={18} stroke={1.75} aria-hidden />
          <span>{placeText(values.location, isNew)}</span>
          <span aria-hidden>·</span>
          <span>Just now</span>
        </p>
        {description && <p className={classes.description}>{description}</p>}
        <dl className={classes.facts}>
          <div>
            <dt>Category</dt>
            <dd>{categoryLabel(values.category)}</dd>
          </div>
          <div>
            <dt>Condition</dt>
            <dd>{conditionLabel(values.condition)}</dd>
          </div>
        </dl>
        {details.length > 0 && (
          <section className={classes.details} aria-label="Product Details">
            <Title order={3} size="sm">
              Product Details
            </Title>
            <Facts facts={details} />
          </section>
        )}
        <Button disabled className={classes.contact}>
          Contact Seller
        </Button>
      </div>
    </article>
  );
}

function PreviewPictures({ pictures, title }: { pictures: Picture[]; title: string }) {
  const [first, ...others] = pictures;
  if (!first) {
    return (
      <div className={classes.empty}>
        <IconPhoto size={32} stroke={1.75} aria-hidden />
        No image
      </div>
    );
  }
  const rest = others.length - thumbnails;
  return (
    <>
      <img className={classes.main} src={first.preview} alt={title} />
      {others.length > 0 && (
        <ul className={classes.more}>
          {others.slice(0, thumbnails).map((picture, index) => (
            <li key={picture.key}>
              <img
                className={classes.thumbnail}
                src={picture.preview}
                alt={`${title}, ${index + 2} of ${pictures.length}`}
              />
            </li>
          ))}
          {rest > 0 && (
            <li className={classes.rest}>
              <span aria-label={`${rest} more`}>+{rest}</span>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

/** Always two places, unless it costs nothing. */
function previewPrice(price: string): string {
  return canonicalPrice(price) === '0.00' ? 'Free' : formatPriceExact(price);
}

/** The place as it will be stored. */
function placeText(location: string, isNew: boolean): string {
  const match = matchLocation(location);
  if (match.ok) return match.canonical;
  return location.trim() || (isNew ? regionLabel : 'Location not specified');
}
