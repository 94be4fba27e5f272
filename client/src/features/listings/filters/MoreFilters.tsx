import { Button, Group } from '@mantine/core';
import { kindLabel, listingKinds, postedWithinDays } from '@marketplace/shared/listings/constants';
import type { FacetsView } from '@marketplace/shared/listings/views';
import { totalText } from '../../../ui/count-text.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import type { ListingFilters } from '../browse/filters.ts';
import type { FiltersDraft } from '../browse/use-filters.ts';
import barClasses from '../browse/FilterBar.module.css';
import classes from './MoreFilters.module.css';

export const moreFiltersId = 'more-filters';

interface Props {
  filters: ListingFilters;
  draft: FiltersDraft;
  facets: FacetsView | undefined;
}

const kindOptions = [
  { value: '', label: 'Both' },
  ...listingKinds.map(({ value }) => ({ value, label: kindLabel(value) })),
];

const names = ['postedWithin', 'kind', 'withPhoto', 'free', 'exclude'] as const;

/**
 * The filters that fewer people use, in a native popover behind a button: below it on wide screens, a sheet on
 * phones. Its fields belong to the form of the bar.
 */
export function MoreFilters({ filters, draft, facets }: Props) {
  const hydrated = useHydrated();
  const count = names.filter((name) => filters[name] !== '').length;
  const { choose } = draft;
  return (
    <>
      <span className={`${barClasses.menu} ${classes.opener}`}>
        <PlainButton
          className={barClasses.input}
          data-active={count > 0 || undefined}
          aria-label={count > 0 ? `More filters, ${count} set` : 'More filters'}
          popoverTarget={moreFiltersId}
        >
          More{count > 0 && ` · ${count}`}
        </PlainButton>
      </span>
      <fieldset
        id={moreFiltersId}
        popover="auto"
        className={`${barClasses.sheet} ${classes.panel}`}
        aria-label="More filters"
      >
        <Group justify="space-between" fz="lg" fw={650} hiddenFrom="md">
          <span>More filters</span>
          <PlainButton
            className={barClasses.close}
            popoverTarget={moreFiltersId}
            popoverTargetAction="hide"
          >
            Close
          </PlainButton>
        </Group>
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
            maxLength={200}
            placeholder="parts, broken"
            autoComplete="off"
            value={draft.typed.exclude}
            onChange={(event) => draft.type({ exclude: event.currentTarget.value })}
            onBlur={draft.leave}
          />
        </label>
        <Button type="submit" size="md">
          Show {hydrated && facets ? totalText(facets.total) : 'listings'}
        </Button>
      </fieldset>
    </>
  );
}

/** The days to choose from, and those in the address. */
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
