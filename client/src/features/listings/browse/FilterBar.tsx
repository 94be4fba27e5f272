import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import type { SyntheticEvent } from 'react';
import { categories } from '@marketplace/shared/listings/constants';
import type { FacetsView } from '@marketplace/shared/listings/views';
import { filterLocations } from '@marketplace/shared/regions/filter-locations';
import { FilterSelect } from './FilterSelect.tsx';
import { FilterSheet } from './FilterSheet.tsx';
import { countMoreFilters, type ListingFilters } from './filters.ts';
import { type ChangeFilters, useFiltersDraft } from './use-filters-draft.ts';
import fieldClasses from './FilterField.module.css';
import classes from './FilterBar.module.css';

interface Props {
  /** Path of the page, where the form goes without JavaScript. */
  action: string;
  filters: ListingFilters;
  onChange: ChangeFilters;
  facets: FacetsView | undefined;
}

/** The form that fields elsewhere on the page belong to. */
export const filterFormId = 'filters';
const sheetId = 'more-filters';

const categoryOptions = [{ value: '', label: 'All categories' }, ...categories];

/**
 * What narrows the list. A plain GET form where there is no JavaScript. Price and condition are a
 * second row on wide screens; on phones they are a sheet, a popover of the browser's own.
 */
export function FilterBar({ action, filters, onChange, facets }: Props) {
  const draft = useFiltersDraft(filters, onChange);
  const more = countMoreFilters(filters);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    draft.submit();
    document.getElementById(sheetId)?.hidePopover();
  };
  return (
    <search>
      <form
        id={filterFormId}
        className={classes.form}
        method="get"
        action={action}
        onSubmit={submit}
      >
        {filters.featured && <input type="hidden" name="featured" value="true" />}
        <div className={classes.search}>
          <input
            className={fieldClasses.input}
            type="search"
            name="search"
            aria-label="Search listings"
            placeholder="Search listings"
            maxLength={200}
            enterKeyHint="search"
            autoComplete="off"
            value={draft.typed.search}
            onChange={(event) => draft.type({ search: event.currentTarget.value })}
            onBlur={draft.leave}
          />
          <button type="submit" className={classes.submit} aria-label="Search">
            <IconSearch size={20} stroke={1.75} aria-hidden />
          </button>
        </div>
        <button type="button" className={classes.more} popoverTarget={sheetId}>
          <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />
          Filters
          {more > 0 && (
            <span className={classes.count} aria-label={`${more} active`}>
              {more}
            </span>
          )}
        </button>
        <FilterSelect
          name="category"
          label="Category"
          options={categoryOptions}
          counts={facets?.categories}
          value={filters.category}
          onChoose={(value) => draft.choose({ category: value as ListingFilters['category'] })}
        />
        <FilterSelect
          name="location"
          label="Location"
          options={[
            { value: '', label: 'All locations' },
            ...townOptions(filters.location, facets),
          ]}
          // What is chosen need not be a town: a county, or a place typed into the address.
          counts={facets && [...facets.locations, { value: filters.location, ...facets.total }]}
          value={filters.location}
          onChoose={(location) => draft.choose({ location })}
        />
        <FilterSheet id={sheetId} filters={filters} draft={draft} facets={facets} />
      </form>
    </search>
  );
}

/** The towns of the menu, then others that have listings, and the one of the address in any case. */
export function townOptions(current: string, facets: FacetsView | undefined) {
  const names = new Set<string>(filterLocations);
  for (const { value } of facets?.locations ?? []) names.add(value);
  if (current) names.add(current);
  return [...names].map((name) => ({ value: name, label: name }));
}
