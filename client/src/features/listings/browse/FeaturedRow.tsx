import { Text, Title } from '@mantine/core';
import type { ListingView } from '@marketplace/shared/listings/views';
import { paths } from '../../../config/paths.ts';
import { ListingRow } from './ListingGrid.tsx';

/** Titles of a page's lists: on phones smaller than the page's own title. */
export const listTitleSize = 'clamp(1.125rem, 4vw, 1.625rem)';

/** The row of featured listings. */
export function FeaturedRow({ listings }: { listings: ListingView[] | undefined }) {
  return (
    <ListingRow
      id="featured"
      title={
        <>
          <Title order={2} fz={listTitleSize} id="featured">
            Featured Listings
          </Title>
          <Text
            component="span"
            className="pill"
            bd="1px solid currentcolor"
            c="var(--accent-text)"
            fz="clamp(0.75rem, 2vw, 0.8125rem)"
          >
            Premium Members
          </Text>
        </>
      }
      allLabel="See all featured listings"
      to={paths.listings({ featured: 'true' })}
      listings={listings}
    />
  );
}
