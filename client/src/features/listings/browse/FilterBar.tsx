import { Button, Text } from '@mantine/core';
import type { ComponentPropsWithRef, SyntheticEvent } from 'react';
import { categories, conditionFilters } from '@marketplace/shared/listings/constants';
import { priceText } from '@marketplace/shared/listings/filter-text';
import type { FacetsView } from '@marketplace/shared/listings/views';
import { shortPlainPrice } from '@marketplace/shared/money';
import { filterLocations } from '@marketplace/shared/regions/filter-locations';
import { countText, type Counted, totalText } from '../../../ui/count-text.ts';
import { IconSearch } from '../../../ui/icons/icons.tsx';
import { useHydrated } from '../../../ui/store.ts';
import { AreaFilter } from '../area/AreaFilter.tsx';
import { FilterSheet } from '../filters/FilterSheet.tsx';
import { MoreFilters, moreFiltersId } from '../filters/MoreFilters.tsx';
import { SearchInput } from '../search/SearchInput.tsx';
import { PriceBands } from '../filters/PriceBands.tsx';
import { FilterChips } from './FilterChips.tsx';
import {
  emptyRangeText,
  filtersPath,
  isPriceRangeEmpty,
  type ListingFilters,
  noArea,
} from './filters.ts';
import { type DraftedFilters, type FiltersDraft, useFiltersDraft } from './use-filters.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import classes from './FilterBar.module.css';

interface FilterProps {
  /** Path of the page without filters. The form submits to it without JavaScript. */
  action: string;
  filters: ListingFilters;
  facets: FacetsView | undefined;
}

/** The sort menu is elsewhere on the page and refers to the form by this id. */
export const filterFormId = 'filters';
const sheetId = 'price';
const problemId = 'price-problem';

const categoryOptions = [{ value: '', label: 'All categories' }, ...categories];
const conditionOptions = [{ value: '', label: 'Any condition' }, ...conditionFilters];

/**
 * The filters of a list, a plain GET form without JavaScript. On wide screens they are one row; on
 * phones they scroll sideways below the search.
 */
export function FilterBar({ action, filters, facets, ...drafted }: FilterProps & DraftedFilters) {
  const draft = useFiltersDraft(drafted);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    draft.submit();
    // The sheet stays open, because it shows the problem.
    if (priceProblem(draft)) return;
    for (const id of [sheetId, moreFiltersId]) document.getElementById(id)?.hidePopover();
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
            // The chosen location may be a county, or a place typed into the address.
            counts={facets && [...facets.locations, { value: filters.location, ...facets.total }]}
            value={filters.location}
            onChoose={(location) => draft.choose({ location, ...(filters.within ? noArea : {}) })}
          />
          <AreaFilter filters={filters} facets={facets} onChoose={draft.choose} />
          <PriceFilter action={action} filters={filters} draft={draft} facets={facets} />
          <FilterSelect
            name="condition"
            label="Condition"
            options={conditionOptions}
            counts={facets && withUsed(facets.conditions)}
            value={filters.condition}
            onChoose={(value) => draft.choose({ condition: value as ListingFilters['condition'] })}
          />
          <MoreFilters filters={filters} draft={draft} facets={facets} />
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
}: Pick<FilterProps, 'action' | 'filters'> & { className?: string | undefined }) {
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

interface PriceFilterProps extends Pick<FilterProps, 'action' | 'filters' | 'facets'> {
  draft: FiltersDraft;
}

/**
 * The price range. On wide screens, it is two fields with price bands below while they are in use.
 * On phones, a button opens them in a sheet, a native popover.
 */
function PriceFilter({ action, filters, draft, facets }: PriceFilterProps) {
  // Without JavaScript, the number would not follow the choices.
  const hydrated = useHydrated();
  const price = priceText(filters);
  const problem = priceProblem(draft);
  return (
    <FilterSheet
      id={sheetId}
      title="Price"
      text={price || 'Any price'}
      label={`Price: ${price || 'Any price'}`}
      isActive={price !== ''}
      openerClass={classes.opener}
    >
      {() => (
        <>
          <div className={classes.prices}>
            <div className={classes.price}>
              <PriceField name="minPrice" label="Lowest price" hint="Min" {...{ draft, filters }} />
              <span aria-hidden>–</span>
              <PriceField
                name="maxPrice"
                label="Highest price"
                hint="Max"
                {...{ draft, filters }}
              />
            </div>
            {problem ? (
              <p id={problemId} className={classes.problem} role="alert">
                {problem}
              </p>
            ) : (
              <PriceBands action={action} filters={filters} counts={facets?.prices} />
            )}
          </div>
          {isPriceRangeEmpty(filters) && (
            // On wide screens, the empty list shows this text.
            <Text fz="xs" c="var(--mantine-color-error)" hiddenFrom="md">
              {emptyRangeText}
            </Text>
          )}
          <Button type="submit" size="md" hiddenFrom="md">
            Show {hydrated && facets ? totalText(facets.total) : 'listings'}
          </Button>
        </>
      )}
    </FilterSheet>
  );
}

/** Returns why a typed price cannot be read; undefined if it can, or if it is blank. */
function problemOf(typed: string): string | undefined {
  return shortPlainPrice(typed) === null ? 'Write a price such as 1200 or 9.50.' : undefined;
}

function priceProblem({ typed }: FiltersDraft): string | undefined {
  return problemOf(typed.minPrice) ?? problemOf(typed.maxPrice);
}

interface PriceProps extends Pick<PriceFilterProps, 'filters' | 'draft'> {
  name: 'minPrice' | 'maxPrice';
  label: string;
  hint: string;
}

function PriceField({ name, label, hint, filters, draft }: PriceProps) {
  const text = draft.typed[name];
  const problem = problemOf(text);
  const isWrong = problem !== undefined || (text !== '' && isPriceRangeEmpty(filters));
  return (
    <span className={classes.dollars}>
      <input
        className={classes.input}
        data-active={filters[name] !== '' || undefined}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={problem && problemId}
        placeholder={hint}
        value={text}
        onChange={(event) => draft.type({ [name]: event.currentTarget.value })}
        onBlur={draft.leave}
      />
    </span>
  );
}

interface SelectProps extends Omit<ComponentPropsWithRef<'select'>, 'onChange'> {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** How many listings match each option; undefined until they are counted. */
  counts?: Counted[] | undefined;
  onChoose: (value: string) => void;
}

/** A native select whose first option names the filter. */
export function FilterSelect({ label, value, options, counts, onChoose, ...props }: SelectProps) {
  return (
    <span className={classes.menu}>
      <select
        className={classes.input}
        aria-label={label}
        data-active={value !== '' || undefined}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
        {...props}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
            {option.value && countText(counts, option.value)}
          </option>
        ))}
      </select>
    </span>
  );
}
