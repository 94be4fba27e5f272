import { Button } from '@mantine/core';
import { kindLabel, listingKinds, postedWithinDays } from '@marketplace/shared/listings/constants';
import { totalText } from '../../../ui/count-text.ts';
import type { FilterProps } from '../browse/use-filters.ts';
import { FilterSelect } from './FilterSheet.tsx';
import bar from '../browse/FilterBar.module.css';
import classes from './MoreFilters.module.css';

const kinds = listingKinds.map(({ value }) => ({ value, label: kindLabel(value) }));
const checks = [
  { name: 'withPhoto', label: 'With photo', others: {} },
  { name: 'free', label: 'Free', others: { minPrice: '', maxPrice: '' } },
] as const;

/** The fields of the less common filters. */
export function MoreFields({ filters, draft, facets }: FilterProps) {
  const periods = periodsWith(filters.postedWithin);
  const menus = [
    { name: 'postedWithin', label: 'Posted', none: 'Any time', options: periods },
    { name: 'kind', label: 'Offered or wanted', none: 'Both', options: kinds },
  ] as const;
  return (
    <>
      {menus.map(({ name, ...menu }) => (
        <label key={name} htmlFor={`filter-${name}`} className={classes.field}>
          <span>{menu.label}</span>
          <FilterSelect
            {...menu}
            id={`filter-${name}`}
            name={name}
            value={filters[name]}
            // Only the menus in the bar stand out when one is chosen.
            data-active={undefined}
            onChoose={(value) => draft.choose({ [name]: value })}
          />
        </label>
      ))}
      <div className={classes.checks}>
        {checks.map(({ name, label, others }) => (
          <label key={name} className={classes.check}>
            <input
              type="checkbox"
              name={name}
              value="true"
              checked={filters[name] === 'true'}
              onChange={({ currentTarget }) =>
                draft.choose({ ...others, [name]: currentTarget.checked ? 'true' : '' })
              }
            />
            {label}
          </label>
        ))}
      </div>
      <label className={classes.field}>
        <span>Without the words</span>
        <input
          className={bar.input}
          name="exclude"
          dir="auto"
          maxLength={200}
          placeholder="parts, broken"
          autoComplete="off"
          value={draft.typed.exclude}
          onChange={(event) => draft.type({ exclude: event.currentTarget.value })}
          onBlur={draft.leave}
        />
      </label>
      <Button type="submit" size="md">
        {/* Without JavaScript, the number would not follow the choices. */}
        Show {!import.meta.env.SSR && facets ? totalText(facets.total) : 'listings'}
      </Button>
    </>
  );
}

/** Returns the periods to choose from, including the one in the address. */
function periodsWith(current: string) {
  const days = new Set(postedWithinDays.map(String));
  if (current) days.add(current);
  return [...days].map((value) => ({
    value,
    label: value === '1' ? 'Last 24 hours' : `Last ${value} days`,
  }));
}
