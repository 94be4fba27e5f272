import { Button, Group, Text } from '@mantine/core';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { facetCountMax, nearMiles, wayMiles } from '@marketplace/shared/listings/constants';
import { type ListingFilters, noArea, defaultWayMiles } from '@marketplace/shared/listings/filters';
import type { FacetsView } from '@marketplace/shared/listings/views';
import { townsAlong, townsWithin } from '@marketplace/shared/regions/areas';
import { matchTown } from '@marketplace/shared/regions/match-location';
import { totalText } from '../../../ui/count-text.ts';
import { LocationAutocomplete } from '../../../ui/LocationAutocomplete.tsx';
import { suggestedPlaces } from '../../../ui/suggested-places.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import type { FilterProps } from '../browse/use-filters.ts';
import bar from '../browse/FilterBar.module.css';
import classes from './AreaFilter.module.css';

/** The area in the form: around a town ('near'), or along the route between two towns ('way'). */
interface AreaDraft extends Pick<ListingFilters, 'near' | 'from' | 'to' | 'within'> {
  kind: 'near' | 'way';
}

const areaKinds = [
  { kind: 'near', label: 'Around a town', towns: ['near'], miles: nearMiles },
  { kind: 'way', label: 'On my way', towns: ['from', 'to'], miles: wayMiles },
] as const;
const townLabels = { near: 'Town', from: 'From', to: 'To' };

function draftOf({ near, from, to, within }: ListingFilters): AreaDraft {
  return { kind: to ? 'way' : 'near', near, from, to, within };
}

interface Props extends Pick<FilterProps, 'filters' | 'facets'> {
  onChoose: (change: Partial<ListingFilters>) => void;
  onClose: () => void;
}

const defaultMiles = { near: '10', way: defaultWayMiles };
const townField = { autoComplete: 'off', maxLength: 120, placeholder: 'Town or city' };

/** The fields of an area with town suggestions. The button shows how many listings the area has. */
export function AreaForm({ filters, facets, onChoose, onClose }: Props) {
  const user = useCurrentUser();
  const [draft, setDraft] = useState(() => {
    const draft = draftOf(filters);
    const town = user?.town;
    // Starts from the user's town, unless the filters already name a town.
    if (filters.within || filters.near || !town || !townOf(town)) return draft;
    return { ...draft, near: town, from: town };
  });
  const [isChecked, setIsChecked] = useState(false);
  const within = draft.within || defaultMiles[draft.kind];
  const area = areaOf({ ...draft, within });
  const apply = () => {
    setIsChecked(true);
    if (!area) return;
    onClose();
    onChoose({ ...noArea, location: '', ...area.chosen, within });
  };
  const applyOnEnter = (event: KeyboardEvent) => {
    // The key press may have chosen a suggestion.
    if (event.key !== 'Enter' || event.defaultPrevented) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    apply();
  };
  return (
    <div role="presentation" className={classes.fields} onKeyDown={applyOnEnter}>
      <AreaFields
        draft={{ ...draft, within }}
        onChange={(change) => setDraft({ ...draft, ...change })}
        renderTown={(props) => <SuggestingTown {...props} isChecked={isChecked} />}
      />
      <Text fz="xs" c="dimmed">
        Distances are approximate, from one town&apos;s center to another&apos;s.
      </Text>
      <Group gap="xs" grow preventGrowOverflow={false}>
        {filters.within && (
          <Button
            size="md"
            variant="default"
            onClick={() => {
              onClose();
              onChoose(noArea);
            }}
          >
            Any distance
          </Button>
        )}
        <Button size="md" onClick={apply}>
          Show {area && facets ? totalText(totalOf(area.towns, facets)) : 'listings'}
        </Button>
      </Group>
    </div>
  );
}

/** Returns the towns in the area and the filters that select it; null with an unknown town. */
function areaOf({ kind, within, ...draft }: AreaDraft) {
  const miles = Number(within);
  const [near, from, to] = [townOf(draft.near), townOf(draft.from), townOf(draft.to)];
  if (kind === 'near' && near) {
    return { towns: townsWithin(near.town, miles), chosen: { near: near.name } };
  }
  if (kind === 'near' || !from || !to) return null;
  return {
    towns: townsAlong(from.town, to.town, miles),
    chosen: { from: from.name, to: to.name },
  };
}

function townOf(typed: string) {
  const match = matchTown(typed);
  return match.ok ? { town: match.town, name: match.canonical.replace(/, NY$/, '') } : null;
}

/** Adds up the counts of the towns, which do not depend on the area filter. */
function totalOf(towns: { name: string }[], { locations }: FacetsView) {
  const counts = locations.filter(({ value }) => towns.some(({ name }) => name === value));
  const count = counts.reduce((sum, { count }) => sum + count, 0);
  return {
    count: Math.min(count, facetCountMax),
    capped: count > facetCountMax || counts.some(({ capped }) => capped),
  };
}

function SuggestingTown({ isChecked, ...props }: TownFieldProps & { isChecked: boolean }) {
  const match = matchTown(props.value);
  const isRefused = isChecked && !match.ok;
  return (
    <LocationAutocomplete
      // The popover lies in the top layer, above anything in a portal.
      withinPortal={false}
      classNames={{ input: bar.input }}
      error={isRefused && 'Choose a town in the Capital Region.'}
      description={isRefused && suggestedPlaces(match, props.onChange)}
      {...townField}
      {...props}
    />
  );
}

interface TownFieldProps {
  id: string;
  name: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

interface FieldsProps {
  draft: AreaDraft;
  onChange: (change: Partial<AreaDraft>) => void;
  /** Renders the fields of both kinds. Without JavaScript, CSS hides those not chosen. */
  all?: boolean;
  /** True if the sort menu already has a field named `near`. */
  hasNear?: boolean;
  renderTown: (props: TownFieldProps) => ReactNode;
}

function AreaFields({ draft, onChange, all = false, hasNear = false, renderTown }: FieldsProps) {
  const id = useId();
  return (
    <>
      <div className={classes.choices} role="radiogroup" aria-label="Area">
        {areaKinds.map(({ kind, label }) => (
          <Choice
            key={kind}
            name="area"
            value={kind}
            checked={draft.kind === kind}
            onChange={() => onChange({ kind, within: '' })}
          >
            {label}
          </Choice>
        ))}
      </div>
      {areaKinds.map(
        ({ kind, towns, miles }) =>
          (all || draft.kind === kind) && (
            <div key={kind} className={classes.kind} data-kind={kind}>
              {towns.map((name) => (
                <div key={name} className={classes.field}>
                  <label htmlFor={`${id}${name}`}>{townLabels[name]}</label>
                  {renderTown({
                    id: `${id}${name}`,
                    name: name === 'near' && hasNear ? undefined : name,
                    value: draft[name],
                    onChange: (value) => onChange({ [name]: value }),
                  })}
                </div>
              ))}
              <div className={classes.field}>
                <span>Within about</span>
                <div className={classes.choices} role="radiogroup" aria-label="Miles">
                  {miles.map((value) => (
                    <Choice
                      key={value}
                      name="within"
                      value={value}
                      checked={draft.kind === kind && draft.within === String(value)}
                      onChange={() => onChange({ within: String(value) })}
                    >
                      {value} mi
                    </Choice>
                  ))}
                </div>
              </div>
            </div>
          ),
      )}
    </>
  );
}

function Choice({ children, ...props }: ComponentProps<'input'>) {
  return (
    <label className={classes.choice}>
      <input type="radio" {...props} />
      <span>{children}</span>
    </label>
  );
}

/** The area fields without JavaScript. CSS hides those of the kind that is not chosen. */
export function PlainAreaFields(filters: ListingFilters) {
  return (
    <>
      <AreaFields
        all
        draft={draftOf(filters)}
        onChange={() => undefined}
        hasNear={filters.sort === 'nearest' && filters.within === ''}
        renderTown={({ onChange: _, ...props }) => (
          <input className={bar.input} {...townField} {...props} />
        )}
      />
      <Button type="submit" size="md">
        Show listings
      </Button>
    </>
  );
}
