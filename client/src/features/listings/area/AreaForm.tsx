import { Button, Group, Text } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { facetCountMax } from '@marketplace/shared/listings/constants';
import type { FacetsView } from '@marketplace/shared/listings/views';
import { townsAlong, townsWithin } from '@marketplace/shared/regions/areas';
import { matchTown } from '@marketplace/shared/regions/match-location';
import { totalText } from '../../../ui/count-text.ts';
import { LocationAutocomplete } from '../../../ui/LocationAutocomplete.tsx';
import { suggestedPlaces } from '../../../ui/suggested-places.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { type ListingFilters, noArea, defaultWayMiles } from '../browse/filters.ts';
import {
  type AreaDraft,
  AreaFields,
  draftOf,
  townField,
  type TownFieldProps,
} from './AreaFields.tsx';
import bar from '../browse/FilterBar.module.css';
import classes from './AreaFilter.module.css';

interface Props {
  filters: ListingFilters;
  facets: FacetsView | undefined;
  onChoose: (change: Partial<ListingFilters>) => void;
  onClose: () => void;
}

const defaultMiles = { near: '10', way: defaultWayMiles };

/** The fields of an area with town suggestions. The button shows how many listings the area has. */
export function AreaForm({ filters, facets, onChoose, onClose }: Props) {
  const user = useCurrentUser();
  const [draft, setDraft] = useState(() => ({
    ...draftOf(filters),
    ...homeOf(filters, user?.town),
  }));
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

/** Returns the user's town to start from, unless the filters already name a town. */
function homeOf(filters: ListingFilters, town: string | null | undefined): Partial<AreaDraft> {
  if (filters.within || filters.near || !town || !townOf(town)) return {};
  return { near: town, from: town };
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
