import { Anchor } from '@mantine/core';
import type { SyntheticEvent } from 'react';
import { isolated } from '@marketplace/shared/direction';
import { categories, conditionFilters } from '@marketplace/shared/listings/constants';
import { filtersPath, type ListingFilters, noArea } from '@marketplace/shared/listings/filters';
import type { FacetsView } from '@marketplace/shared/listings/views';
import { filterLocations } from '@marketplace/shared/regions/filter-locations';
import type { Counted } from '../../../ui/count-text.ts';
import { IconPlus, IconSearch } from '../../../ui/icons/icons.tsx';
import { AreaFilter } from '../area/AreaFilter.tsx';
import { FilterSelect } from '../filters/FilterSheet.tsx';
import { MoreFilters, moreFiltersId } from '../filters/MoreFilters.tsx';
import { SearchInput } from '../search/SearchInput.tsx';
import { PriceFilter, priceProblem, priceSheetId } from '../filters/PriceFilter.tsx';
import { chipsOf } from './active-filters.ts';
import { type DraftedFilters, type FilterProps, useFiltersDraft } from './use-filters.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import classes from './FilterBar.module.css';

type Props = DraftedFilters & Omit<FilterProps, 'draft'>;

/** The sort menu is elsewhere on the page and refers to the form by this id. */
export const filterFormId = 'filters';

/** The id of the line that says what the list contains. */
export const listedId = 'listed';

/** The filters of a list, a plain GET form. On phones, they scroll sideways below the search. */
export function FilterBar({ action, filters, facets, ...drafted }: Props) {
  const draft = useFiltersDraft(drafted);
  const shared = { action, filters, draft, facets };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    draft.submit();
    // The sheet stays open, because it shows the problem.
    if (priceProblem(draft.typed.minPrice, draft.typed.maxPrice)) return;
    for (const id of [priceSheetId, moreFiltersId]) document.getElementById(id)?.hidePopover();
  };
  return (
    <search className={classes.filters}>
      <form
        id={filterFormId}
        className={classes.form}
        method="get"
        action={action}
        onSubmit={submit}
      >
        {filters.featured && <input type="hidden" name="featured" value="true" />}
        {filters.literal && <input type="hidden" name="literal" value="true" />}
        {filters.availability && <input type="hidden" name="availability" value="all" />}
        <div className={classes.search}>
          <SearchInput
            className={classes.input}
            aria-label="Search listings"
            placeholder="Try “couch under $100”"
            value={draft.typed.search}
            onChange={(event) => draft.type({ search: event.currentTarget.value })}
            onBlur={draft.leave}
            onChosen={draft.choose}
          />
          <PlainButton type="submit" className={classes.submit} aria-label="Search">
            <IconSearch size={20} stroke={1.75} aria-hidden />
          </PlainButton>
        </div>
        <div className={classes.row}>
          <FilterSelect
            name="category"
            label="Category"
            none="All categories"
            options={categories}
            counts={facets?.categories}
            value={filters.category}
            onChoose={(value) => draft.choose({ category: value as ListingFilters['category'] })}
          />
          <FilterSelect
            name="location"
            label="Location"
            none="All locations"
            options={townOptions(filters.location, facets)}
            // The chosen location may be a county, or a place typed into the address.
            counts={facets && [...facets.locations, { value: filters.location, ...facets.total }]}
            value={filters.location}
            onChoose={(location) => draft.choose({ location, ...(filters.within ? noArea : {}) })}
          />
          <AreaFilter {...shared} />
          <PriceFilter {...shared} />
          <FilterSelect
            name="condition"
            label="Condition"
            none="Any condition"
            options={conditionFilters}
            counts={facets && withUsed(facets.conditions)}
            value={filters.condition}
            onChoose={(value) => draft.choose({ condition: value as ListingFilters['condition'] })}
          />
          <MoreFilters {...shared} />
          <ReservedLink className={classes.reserved} action={action} filters={filters} />
        </div>
      </form>
      <FilterChips action={action} filters={filters} />
    </search>
  );
}

/** Adds the count of 'used', which is every condition except new. */
function withUsed(counts: Counted[]): Counted[] {
  const others = counts.filter(({ value }) => value !== 'new');
  const count = others.reduce((sum, one) => sum + one.count, 0);
  return [...counts, { value: 'used', count, capped: others.some(({ capped }) => capped) }];
}

/** The switch that shows or hides reserved listings. As a link, it needs no JavaScript. */
export function ReservedLink({
  action,
  filters,
  ...props
}: Pick<Props, 'action' | 'filters'> & { className?: string | undefined }) {
  const isOn = filters.availability === 'all';
  return (
    <PageLink
      {...props}
      data-active={isOn || undefined}
      to={filtersPath(action, { ...filters, availability: isOn ? '' : 'all' })}
      preventScrollReset
    >
      {isOn ? 'Hide reserved' : 'Show reserved'}
    </PageLink>
  );
}

/** Returns the usual towns, then other towns with listings, then the town in the address. */
export function townOptions(current: string, facets: FacetsView | undefined) {
  const names = new Set<string>(filterLocations);
  for (const { value } of facets?.locations ?? []) names.add(value);
  if (current) names.add(current);
  return [...names].map((name) => ({ value: name, label: name }));
}

/** Shows the active filters, each as a link to the list without that filter. */
function FilterChips({ action, filters }: Pick<Props, 'action' | 'filters'>) {
  const set = chipsOf(filters);
  if (set.length === 0) return null;
  return (
    <ul className={`${classes.chips} plain`} aria-label="Active filters">
      {set.map(({ label, rest }) => (
        <li key={label}>
          <PageLink
            className={`chip ${classes.chip}`}
            to={filtersPath(action, rest)}
            aria-label={`Remove ${isolated(label)}`}
            onClick={focusListed}
          >
            <span dir="auto" className={classes.label}>
              {label}
            </span>
            {/* A plus, turned by 45 degrees, is a cross. */}
            <IconPlus size={16} stroke={1.75} style={{ rotate: '45deg' }} aria-hidden />
          </PageLink>
        </li>
      ))}
      <li>
        <Anchor component={PageLink} to={action} className="touch-link" m={0} onClick={focusListed}>
          Clear all
        </Anchor>
      </li>
    </ul>
  );
}

/** Moves the focus to the line that describes the list. For links that disappear when pressed. */
export function focusListed(): void {
  document.getElementById(listedId)?.focus({ preventScroll: true });
}
