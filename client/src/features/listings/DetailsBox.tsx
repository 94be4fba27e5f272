import { Title } from '@mantine/core';
import { categoryLabel, conditionLabel } from '@marketplace/shared/listings/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import classes from './DetailsBox.module.css';

/** Category, condition, number of photos, and the product's own attributes where it has some. */
export function DetailsBox({ listing }: { listing: ListingView }) {
  const attributes = Object.entries(listing.details ?? {});
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
      {attributes.length > 0 && (
        <>
          <Title order={3} size="h4" mt="lg">
            Product Details
          </Title>
          <Facts facts={attributes} />
        </>
      )}
    </section>
  );
}

function Facts({ facts }: { facts: [name: string, value: string][] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
