import { Title } from '@mantine/core';
import { categoryLabel, conditionLabel } from '@marketplace/shared/listings/constants';
import type { Detail } from '@marketplace/shared/listings/parse-details';
import type { ListingView } from '@marketplace/shared/listings/views';
import { Facts } from './Facts.tsx';
import classes from './DetailsBox.module.css';

interface Props {
  listing: ListingView;
  /** Attributes of the product itself. */
  details: Detail[];
}

/** Category, condition, number of photos, and the product's own attributes where it has some. */
export function DetailsBox({ listing, details }: Props) {
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
