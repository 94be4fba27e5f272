import { Button } from '@mantine/core';
import { conditions } from '@marketplace/shared/listings/constants';
import type { FacetsView } from '@marketplace/shared/listings/views';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { FilterSelect } from './FilterSelect.tsx';
import { totalText } from '../../../ui/count-text.ts';
import { emptyRangeText, isPriceRangeEmpty, type ListingFilters, readPrice } from './filters.ts';
import type { useFiltersDraft } from './use-filters-draft.ts';
import fieldClasses from './FilterField.module.css';
import classes from './FilterSheet.module.css';

interface Props {
  id: string;
  filters: ListingFilters;
  draft: ReturnType<typeof useFiltersDraft>;
  facets: FacetsView | undefined;
}

const conditionOptions = [{ value: '', label: 'Any condition' }, ...conditions];

/** Price and condition: a row on wide screens, a sheet from below on phones. */
export function FilterSheet({ id, filters, draft, facets }: Props) {
  // Without a script the number would not follow what is chosen.
  const hydrated = useHydrated();
  return (
    <fieldset id={id} popover="auto" className={classes.sheet} aria-label="Price and condition">
      <div className={classes.head}>
        <span>Filters</span>
        <button
          type="button"
          className={classes.close}
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          Close
        </button>
      </div>
      <fieldset className={classes.price} aria-label="Price">
        <span className={classes.label} aria-hidden>
          Price
        </span>
        <PriceField name="minPrice" label="Lowest price" hint="Min" {...{ draft, filters }} />
        <span aria-hidden>–</span>
        <PriceField name="maxPrice" label="Highest price" hint="Max" {...{ draft, filters }} />
        {isPriceRangeEmpty(filters) && <p className={classes.wrong}>{emptyRangeText}</p>}
      </fieldset>
      <FilterSelect
        name="condition"
        label="Condition"
        options={conditionOptions}
        counts={facets?.conditions}
        value={filters.condition}
        onChoose={(value) => draft.choose({ condition: value as ListingFilters['condition'] })}
      />
      <Button type="submit" size="md" className={classes.show}>
        Show {hydrated && facets ? totalText(facets.total) : 'listings'}
      </Button>
    </fieldset>
  );
}

interface PriceProps extends Pick<Props, 'filters' | 'draft'> {
  name: 'minPrice' | 'maxPrice';
  label: string;
  hint: string;
}

function PriceField({ name, label, hint, filters, draft }: PriceProps) {
  const text = draft.typed[name];
  const wrong = readPrice(text) === null || (text !== '' && isPriceRangeEmpty(filters));
  return (
    <span className={classes.dollars}>
      <input
        className={fieldClasses.input}
        data-active={filters[name] !== '' || undefined}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        aria-label={label}
        aria-invalid={wrong}
        placeholder={hint}
        value={text}
        onChange={(event) => draft.type({ [name]: event.currentTarget.value })}
        onBlur={draft.leave}
      />
    </span>
  );
}
