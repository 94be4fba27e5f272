import { Anchor, Checkbox, Group, NativeSelect, Text } from '@mantine/core';
import { useRef } from 'react';
import { actedListingsMax } from '@marketplace/shared/listings/constants';
import type { OwnListingView } from '@marketplace/shared/listings/views';
import { calendarDayText } from '@marketplace/shared/regions/region-day';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { useSelection } from '../../../ui/use-selection.ts';
import { OwnListingRow } from './OwnListingRow.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import classes from './MyListings.module.css';

export const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'attention', label: 'Needs attention first' },
] as const;

type Sort = (typeof sorts)[number]['value'];

interface Props {
  listings: OwnListingView[];
  /** True for a seller with one listing, who has nothing to sort or select. */
  isOnly: boolean;
  updating: boolean;
  onDeleted: () => void;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

/** The rows of the user's listings, with a checkbox each, and what can be done with those selected. */
export function ListingRows({ listings, isOnly, updating, onDeleted, sort, onSort }: Props) {
  const ids = listings.map(({ id }) => id);
  const selection = useSelection(ids, actedListingsMax);
  const count = selection.selected.length;
  const selectAll = useRef<HTMLInputElement>(null);
  return (
    <>
      <OwnAwayNote until={listings[0]?.awayUntil ?? null} />
      {!isOnly && (
        <Group justify="space-between" wrap="nowrap" className={classes.listTools}>
          <Checkbox
            ref={selectAll}
            label="Select all"
            checked={count === ids.length}
            indeterminate={count > 0 && count < ids.length}
            onChange={(event) => selection.set(event.currentTarget.checked ? ids : [])}
          />
          <NativeSelect
            aria-label="Sort by"
            data={sorts}
            value={sort}
            onChange={({ currentTarget }) =>
              onSort(sorts.find(({ value }) => value === currentTarget.value)?.value)
            }
          />
        </Group>
      )}
      <ul className={`${classes.list} plain`} aria-busy={updating}>
        {listings.map((listing) => (
          <OwnListingRow
            key={listing.id}
            listing={listing}
            selection={isOnly ? undefined : selection}
            onDeleted={onDeleted}
          />
        ))}
      </ul>
      <SelectionBar
        listings={listings}
        selection={selection}
        onCleared={() => selectAll.current?.focus()}
      />
    </>
  );
}

/** Reminds sellers who are away that nobody finds their listings. */
function OwnAwayNote({ until }: { until: string | null }) {
  if (until === null) return null;
  return (
    <Text c="dimmed" mb="md">
      You&apos;re away until {calendarDayText(until)}. No list shows your listings until then.{' '}
      <Anchor component={PageLink} to={paths.settingsSection('vacation')} inherit>
        Change
      </Anchor>
    </Text>
  );
}
