import { priceBands } from '@marketplace/shared/listings/constants';
import { priceText } from '@marketplace/shared/listings/filter-text';
import { type Counted, numberText } from '../../../ui/count-text.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { filtersPath, type ListingFilters } from '../browse/filters.ts';

import classes from './PriceBands.module.css';

interface Props {
  action: string;
  filters: ListingFilters;
  /** Undefined until they are counted. */
  counts: Counted[] | undefined;
}

/** Price ranges with their numbers of listings. As links, they need no JavaScript. */
export function PriceBands({ action, filters, counts }: Props) {
  const current = priceText(filters);
  return (
    <ul className={`${classes.bands} plain`} aria-label="Price ranges">
      {priceBands.map(({ value, min, max }) => {
        const isFree = max === 0;
        const chosen: ListingFilters = {
          ...filters,
          free: isFree ? 'true' : '',
          minPrice: min === 0 ? '' : String(min),
          maxPrice: isFree || max === null ? '' : String(max),
        };
        const label = priceText(chosen);
        const count = counts && (counts.find((one) => one.value === value) ?? { count: 0 });
        return (
          <li key={value}>
            <PageLink
              className={classes.band}
              to={filtersPath(action, chosen)}
              aria-current={label === current || undefined}
              preventScrollReset
              // Safari focuses a pressed link only with this, and the list is visible only while
              // focused.
              tabIndex={0}
            >
              {label}
              <span className={`${classes.count} numbers`}>{count && numberText(count)}</span>
            </PageLink>
          </li>
        );
      })}
    </ul>
  );
}
