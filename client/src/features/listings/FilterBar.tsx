import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { categories, type Category } from '@marketplace/shared/listings/constants';
import { filterLocations } from '@marketplace/shared/regions/filter-locations';
import type { ListingFilters } from './filters.ts';
import classes from './FilterBar.module.css';

interface Props {
  /** Path of the page, where the form goes without JavaScript. */
  action: string;
  filters: ListingFilters;
  onChange: (filters: ListingFilters, options?: { replace?: boolean }) => void;
}

/** A pause in typing, in ms, after which the search runs. */
const typingPause = 300;

const categoryOptions = [{ value: '', label: 'All categories' }, ...categories];

/** Search, category and location. A plain GET form where there is no JavaScript. */
export function FilterBar({ action, filters, onChange }: Props) {
  const search = useSearchText(filters, onChange);
  return (
    <search className={classes.bar}>
      <form
        className={classes.form}
        method="get"
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          search.submit();
        }}
      >
        <TextInput
          className={classes.search}
          type="search"
          name="search"
          aria-label="Search listings"
          placeholder="Search listings"
          size="md"
          maxLength={200}
          enterKeyHint="search"
          autoComplete="off"
          value={search.text}
          onChange={(event) => search.type(event.currentTarget.value)}
          onBlur={search.leave}
          rightSection={
            <ActionIcon type="submit" variant="subtle" size="lg" aria-label="Search">
              <IconSearch size={20} stroke={1.75} aria-hidden />
            </ActionIcon>
          }
          rightSectionWidth={44}
        />
        <NativeSelect
          name="category"
          aria-label="Category"
          size="md"
          data={categoryOptions}
          value={filters.category}
          onChange={(event) =>
            onChange({
              ...filters,
              search: search.text,
              category: event.currentTarget.value as Category | '',
            })
          }
        />
        <NativeSelect
          name="location"
          aria-label="Location"
          size="md"
          data={locationOptions(filters.location)}
          value={filters.location}
          onChange={(event) =>
            onChange({ ...filters, search: search.text, location: event.currentTarget.value })
          }
        />
      </form>
    </search>
  );
}

/** The towns of the menu, and the one of the address where it is not among them. */
function locationOptions(current: string) {
  const others = current && !filterLocations.some((name) => name === current) ? [current] : [];
  return [{ value: '', label: 'All locations' }, ...filterLocations, ...others];
}

/**
 * What is being typed, ahead of the address. It follows the address when that changes by other
 * means (back, a link), and not when the change is what was typed, which may already be older.
 */
function useSearchText(filters: ListingFilters, onChange: Props['onChange']) {
  const [text, setText] = useState(filters.search);
  const [seen, setSeen] = useState(filters.search);
  const [sent, setSent] = useState(filters.search);
  // One step of the history for one time at the field, however often typing paused.
  const stepMade = useRef(false);
  if (filters.search !== seen) {
    setSeen(filters.search);
    if (filters.search !== sent) {
      setSent(filters.search);
      setText(filters.search);
    }
  }
  const send = (next: string) => {
    const search = next.trim();
    setSent(search);
    if (search === filters.search) return;
    onChange({ ...filters, search }, { replace: stepMade.current });
    stepMade.current = true;
  };
  const sendLater = useDebouncedCallback(send, typingPause);
  return {
    text,
    type: (next: string) => {
      setText(next);
      sendLater(next);
    },
    submit: () => {
      sendLater.cancel();
      send(text);
    },
    leave: () => {
      sendLater.flush();
      stepMade.current = false;
    },
  };
}
