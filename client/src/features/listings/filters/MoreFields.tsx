import { Button } from '@mantine/core';
import { kindLabel, listingKinds, postedWithinDays } from '@marketplace/shared/listings/constants';
import type { FacetsView } from '@marketplace/shared/listings/views';
import { totalText } from '../../../ui/count-text.ts';
import type { ListingFilters } from '../browse/filters.ts';
import type { FiltersDraft } from '../browse/use-filters.ts';
import barClasses from '../browse/FilterBar.module.css';
import classes from './MoreFilters.module.css';

const kindOptions = [
  { value: '', label: 'Both' },
  ...listingKinds.map(({ value }) => ({ value, label: kindLabel(value) })),
];

export interface MoreProps {
  filters: ListingFilters;
  draft: FiltersDraft;
  facets: FacetsView | undefined;
}

/** The fields of the less common filters. */
export function MoreFields({ filters, draft, facets }: MoreProps) {
  const { choose } = draft;
  return (
    <>
      <Choice
        name="postedWithin"
        label="Posted"
        value={filters.postedWithin}
        options={[{ value: '', label: 'Any time' }, ...postedOptions(filters.postedWithin)]}
        onChoose={(postedWithin) => choose({ postedWithin })}
      />
      <Choice
        name="kind"
        label="Offered or wanted"
        value={filters.kind}
        options={kindOptions}
        onChoose={(kind) => choose({ kind: kind as ListingFilters['kind'] })}
      />
      <div className={classes.checks}>
        <Check
          name="withPhoto"
          label="With photo"
          checked={filters.withPhoto === 'true'}
          onCheck={(withPhoto) => choose({ withPhoto })}
        />
        <Check
          name="free"
          label="Free"
          checked={filters.free === 'true'}
          onCheck={(free) => choose({ free, minPrice: '', maxPrice: '' })}
        />
      </div>
      <label className={classes.field}>
        <span>Without the words</span>
        <input
          className={barClasses.input}
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
function postedOptions(current: string) {
  const days = postedWithinDays.map(String);
  const all = current === '' || days.includes(current) ? days : [...days, current];
  return all.map((value) => ({
    value,
    label: value === '1' ? 'Last 24 hours' : `Last ${value} days`,
  }));
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChoose: (value: string) => void;
}

function Choice({ name, label, value, options, onChoose }: ChoiceProps) {
  return (
    <label className={classes.field}>
      <span>{label}</span>
      <span className={barClasses.menu}>
        <select
          className={barClasses.input}
          name={name}
          value={value}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}

interface CheckProps {
  name: string;
  label: string;
  checked: boolean;
  onCheck: (value: 'true' | '') => void;
}

function Check({ name, label, checked, onCheck }: CheckProps) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        name={name}
        value="true"
        checked={checked}
        onChange={(event) => onCheck(event.currentTarget.checked ? 'true' : '')}
      />
      {label}
    </label>
  );
}
