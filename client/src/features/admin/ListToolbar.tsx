import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './ListToolbar.module.css';

interface Option<Filter extends string> {
  value: Filter;
  label: string;
}

/** How long somebody pauses in typing before the list follows, in ms. */
const pause = 250;

/** What a list is narrowed by, `query` a moment behind the fields. */
export function useListQuery<Filter extends string>(initial: Filter) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>(initial);
  const [settled] = useDebouncedValue(search.trim(), pause);
  // An emptied field needs no pause.
  const applied = search.trim() === '' ? '' : settled;
  return {
    search,
    setSearch,
    filter,
    setFilter,
    query: { search: applied || undefined, filter },
    isNarrowed: applied !== '' || filter !== initial,
    showAll() {
      setSearch('');
      setFilter(initial);
    },
  };
}

interface Props<Filter extends string> {
  state: ReturnType<typeof useListQuery<Filter>>;
  /** Label and placeholder of the search; without it there is none. */
  searchLabel?: string;
  filterLabel?: string;
  filters?: readonly Option<Filter>[];
  /** How many are shown. */
  note?: ReactNode;
}

/** The search, the filter and the note above a list. */
export function ListToolbar<Filter extends string>(props: Props<Filter>) {
  const { state, searchLabel, filterLabel, filters, note } = props;
  return (
    <div className={classes.bar}>
      {searchLabel && (
        <TextInput
          className={classes.search}
          size="sm"
          aria-label={searchLabel}
          placeholder={searchLabel}
          maxLength={200}
          autoComplete="off"
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          rightSection={
            state.search && (
              <CloseButton
                size="sm"
                aria-label="Clear search"
                onClick={() => state.setSearch('')}
              />
            )
          }
          value={state.search}
          onChange={(event) => state.setSearch(event.currentTarget.value)}
        />
      )}
      {filters && (
        <NativeSelect
          className={classes.filter}
          size="sm"
          aria-label={filterLabel}
          data={[...filters]}
          value={state.filter}
          onChange={(event) => {
            const chosen = filters.find(({ value }) => value === event.currentTarget.value);
            if (chosen) state.setFilter(chosen.value);
          }}
        />
      )}
      <output className={classes.note}>{note}</output>
    </div>
  );
}
