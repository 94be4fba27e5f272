import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
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
  const [ref, isNear] = useNearView();
  const { data, isError } = trpc.listings.related.useQuery({ id }, { enabled: isNear });
  const { data: seller } = trpc.account.profile.useQuery({ id: sellerId });
  const hasOthers = data ? data.fromSeller.length > 0 : (seller?.activeListings ?? 0) > 1;
  const hasSimilar = data ? data.similar.length > 0 : category !== '';
  if (isError) return null;
  const similarTitle = data && !data.nearby ? 'Similar listings' : 'Similar nearby';
  return (
    <div className={classes.rows} ref={ref} data-loading={!data || undefined}>
      {hasOthers && (
        <ListingRow
          id="more-from-seller"
          title={<RowTitle id="more-from-seller">More from this seller</RowTitle>}
          allLabel={`See all listings from ${isolated(sellerName)}`}
          to={paths.user(sellerId)}
          listings={data?.fromSeller}
        />
      )}
      {hasSimilar && (
        <ListingRow
          id="similar"
          title={<RowTitle id="similar">{similarTitle}</RowTitle>}
          allLabel={`See all listings in ${categoryLabel(category)}`}
          to={paths.listings({ category })}
          listings={data?.similar}
        />
      )}
    </div>
  );
}

function RowTitle({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Title order={2} size="h3" id={id}>
      {children}
    </Title>
  );
}

/** Returns a ref, and true once its element was in view or within two screens of it. */
function useNearView() {
  const ref = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true);
      },
      { rootMargin: '200% 0px' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, isNear] as const;
}
