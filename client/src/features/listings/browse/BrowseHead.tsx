import { Button } from '@mantine/core';
import type { FacetsView } from '@marketplace/shared/listings/views';
import { paths } from '../../../config/paths.ts';
import { FilterSelect } from './FilterSelect.tsx';
import { filterFormId, townOptions } from './FilterBar.tsx';
import { totalText } from '../../../ui/count-text.ts';
import { countFilters, type ListingFilters, sorts, usualSort } from './filters.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { useListings } from './use-listings.ts';
import type { ChangeFilters } from './use-filters-draft.ts';
import classes from './BrowseHead.module.css';

interface Props {
  /** Path of the page without filters. */
  action: string;
  filters: ListingFilters;
  onChange: ChangeFilters;
  facets: FacetsView | undefined;
}

/** Over a list: how many there are, and in which order. */
export function BrowseHead({ action, filters, onChange, facets }: Props) {
  const { sort } = filters;
  const usual = usualSort(filters);
  const options = sorts
    .filter(({ value }) => value !== 'relevance' || filters.search !== '')
    .map(({ value, label }) => ({ value: value === usual ? '' : value, label }));
  return (
    <div className={classes.head}>
      <p className={classes.found}>
        <output className="numbers">
          <Found filters={filters} facets={facets} />
        </output>
        {countFilters(filters) > 0 && (
          <PageLink className={classes.clear} to={action}>
            Clear filters
          </PageLink>
        )}
        <PageLink className={classes.clear} to={paths.map()}>
          Map
        </PageLink>
      </p>
      <div className={classes.order}>
        <FilterSelect
          form={filterFormId}
          name="sort"
          label="Sort by"
          options={options}
          value={sort}
          onChoose={(value) => onChange({ ...filters, sort: value as ListingFilters['sort'] })}
        />
        {sort === 'nearest' && (
          <FilterSelect
            form={filterFormId}
            name="near"
            label="Near"
            options={[{ value: '', label: 'Choose a town' }, ...townOptions(filters.near, facets)]}
            value={filters.near}
            onChoose={(near) => onChange({ ...filters, near })}
          />
        )}
        <noscript>
          <Button form={filterFormId} type="submit" variant="default">
            Apply
          </Button>
        </noscript>
      </div>
    </div>
  );
}

/** The number is known at once where all of them are shown, else when they have been counted. */
function Found({ filters, facets }: Pick<Props, 'filters' | 'facets'>) {
  const { listings, hasNextPage, isPlaceholderData } = useListings(filters);
  if (listings && !hasNextPage && !isPlaceholderData && !filters.from) {
    const more = listings.map(({ moreFromSeller = 0 }) => moreFromSeller);
    return totalText({ count: more.reduce((sum, count) => sum + count, listings.length) });
  }
  return facets ? totalText(facets.total) : null;
}
