import { Button, Text } from '@mantine/core';
import { priceBands } from '@marketplace/shared/listings/constants';
import { priceText } from '@marketplace/shared/listings/filter-text';
import {
  emptyRangeText,
  filtersPath,
  isPriceRangeEmpty,
} from '@marketplace/shared/listings/filters';
import { shortPlainPrice } from '@marketplace/shared/money';
import { numberText, totalText } from '../../../ui/count-text.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { useHydrated } from '../../../ui/store.ts';
import type { FilterProps } from '../browse/use-filters.ts';
import { FilterSheet } from './FilterSheet.tsx';
import bar from '../browse/FilterBar.module.css';
import classes from './PriceFilter.module.css';

export const priceSheetId = 'price';
const problemId = 'price-problem';

/**
 * The price range: two fields, with price bands below them while a field is in use. On phones, a
 * button opens all of it in a sheet.
 */
export function PriceFilter(props: FilterProps) {
  const { filters, draft, facets } = props;
  // Without JavaScript, the number would not follow the choices.
  const hydrated = useHydrated();
  const price = priceText(filters);
  const problem = priceProblem(draft.typed.minPrice, draft.typed.maxPrice);
  return (
    <FilterSheet
      id={priceSheetId}
      title="Price"
      text={price || 'Any price'}
      label={`Price: ${price || 'Any price'}`}
      isActive={price !== ''}
      openerClass={bar.opener}
    >
      {() => (
        <>
          <div className={classes.prices}>
            <div className={classes.price}>
              <PriceField name="minPrice" {...props} />
              <span aria-hidden>–</span>
              <PriceField name="maxPrice" {...props} />
            </div>
            {problem ? (
              <p id={problemId} className={classes.problem} role="alert">
                {problem}
              </p>
            ) : (
              <PriceBands {...props} />
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

/** Returns why a typed price cannot be read; undefined if each is readable or blank. */
export function priceProblem(...typed: string[]): string | undefined {
  const isUnreadable = typed.some((price) => shortPlainPrice(price) === null);
  return isUnreadable ? 'Write a price such as 1200 or 9.50.' : undefined;
}

function PriceField({ name, filters, draft }: FilterProps & { name: 'minPrice' | 'maxPrice' }) {
  const isLowest = name === 'minPrice';
  const text = draft.typed[name];
  const problem = priceProblem(text);
  const isWrong = problem !== undefined || (text !== '' && isPriceRangeEmpty(filters));
  return (
    <span className={classes.dollars}>
      <input
        className={bar.input}
        data-active={filters[name] !== '' || undefined}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        aria-label={isLowest ? 'Lowest price' : 'Highest price'}
        aria-invalid={isWrong}
        aria-describedby={problem && problemId}
        placeholder={isLowest ? 'Min' : 'Max'}
        value={text}
        onChange={(event) => draft.type({ [name]: event.currentTarget.value })}
        onBlur={draft.leave}
      />
    </span>
  );
}

/** Price ranges with their numbers of listings. As links, they need no JavaScript. */
function PriceBands({ action, filters, facets }: FilterProps) {
  const current = priceText(filters);
  return (
    <ul className={`${classes.bands} plain`} aria-label="Price ranges">
      {priceBands.map(({ value, min, max }) => {
        const chosen: typeof filters = {
          ...filters,
          free: max === 0 ? 'true' : '',
          minPrice: min === 0 ? '' : String(min),
          maxPrice: max ? String(max) : '',
        };
        const label = priceText(chosen);
        const counted = facets?.prices.find((one) => one.value === value) ?? { count: 0 };
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
              <span className={`${classes.count} numbers`}>{facets && numberText(counted)}</span>
            </PageLink>
          </li>
        );
      })}
    </ul>
  );
}
