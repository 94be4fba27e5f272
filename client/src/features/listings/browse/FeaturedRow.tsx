import { Text, Title } from '@mantine/core';
import type { ListingView } from '@marketplace/shared/listings/views';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { ListingGrid, ListingSkeletons } from './ListingGrid.tsx';
import classes from './FeaturedRow.module.css';

interface Props {
  /** Absent while they are loading. */
  listings: ListingView[] | undefined;
}

/** One row of featured listings, which slides on phones. */
export function FeaturedRow({ listings }: Props) {
  return (
    <section aria-labelledby="featured">
      <div className={classes.head}>
        <Title order={2} className={classes.title} id="featured">
          Featured Listings
        </Title>
        <Text component="span" className={classes.premium}>
          Premium Members
        </Text>
        <PageLink
          className={classes.all}
          to={paths.listings({ featured: 'true' })}
          aria-label="See all featured listings"
        >
          See all
        </PageLink>
      </div>
      {listings ? (
        <ListingGrid listings={listings} layout="row" />
      ) : (
        <ListingSkeletons count={4} layout="row" />
      )}
    </section>
  );
}
