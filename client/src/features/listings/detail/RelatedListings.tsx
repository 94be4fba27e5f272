import { Stack, Title } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useState } from 'react';
import { categoryLabel } from '@marketplace/shared/listings/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import { isolated } from '@marketplace/shared/direction';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { ListingRow } from '../browse/ListingGrid.tsx';
import classes from './ListingPage.module.css';

/**
 * More from the seller and similar listings nearby, fetched shortly before they scroll into view.
 * Rows that probably exist reserve their space from the start.
 */
export function RelatedListings({ listing }: { listing: ListingView }) {
  const { id, sellerId, sellerName, category } = listing;
  const { ref, entry } = useIntersection({ rootMargin: '200% 0px' });
  // True once the rows were in view or within two screens of it.
  const [isNear, setNear] = useState(false);
  if (entry?.isIntersecting && !isNear) setNear(true);
  const { data, isError } = trpc.listings.related.useQuery({ id }, { enabled: isNear });
  const { data: seller } = trpc.account.profile.useQuery({ id: sellerId });
  const hasOthers = data ? data.fromSeller.length > 0 : (seller?.activeListings ?? 0) > 1;
  const hasSimilar = data ? data.similar.length > 0 : category !== '';
  if (isError) return null;
  const similarTitle = data && !data.nearby ? 'Similar listings' : 'Similar nearby';
  return (
    <Stack
      gap={40}
      className={`${classes.rows} ${classes.last}`}
      ref={ref}
      data-loading={!data || undefined}
    >
      {hasOthers && (
        <ListingRow
          id="more-from-seller"
          title={
            <Title order={2} size="h3" id="more-from-seller">
              More from this seller
            </Title>
          }
          allLabel={`See all listings from ${isolated(sellerName)}`}
          to={paths.user(sellerId)}
          listings={data?.fromSeller}
        />
      )}
      {hasSimilar && (
        <ListingRow
          id="similar"
          title={
            <Title order={2} size="h3" id="similar">
              {similarTitle}
            </Title>
          }
          allLabel={`See all listings in ${categoryLabel(category)}`}
          to={paths.listings({ category })}
          listings={data?.similar}
        />
      )}
    </Stack>
  );
}
