import { Box, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import type { SuggestionView } from '@marketplace/shared/listings/views';
import { trpc } from '../../../api/trpc.ts';
import { IconSearch } from '../../../ui/icons/icons.tsx';
import { IconMapPin, IconX } from '../../../ui/icons/listing-icons.tsx';
import { IconClock, IconTag } from '../../../ui/icons/page-icons.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { useRecentSearches } from './recent-searches.ts';
import classes from './Suggestions.module.css';

/** The state of the open list of suggestions, for the ARIA attributes of its field. */
export interface Expanded {
  role: 'listbox' | 'grid';
  activeId: string | undefined;
}

interface Props {
  id: string;
  input: RefObject<HTMLInputElement | null>;
  text: string;
  /** True if the user has typed into the field since the page was opened. */
  typed: boolean;
  onText: (text: string) => void;
  /** Called with null if no list is open. */
  onExpanded: (expanded: Expanded | null) => void;
  onChosen: (filter: SuggestionView['filter']) => void;
}

/** A target of the arrow keys. A row has one cell, and a recent search a second to remove it. */
interface Cell {
  key: string;
  content: ReactNode;
  label?: string;
  choose: () => void;
}

/** Recent searches below an empty search field, or suggestions for typed text. */
export function Suggestions({ id, input, text, typed, onText, onExpanded, onChosen }: Props) {
  const isRecent = text.trim() === '';
  const [open, setOpen] = useState(typed || isRecent);
  const [active, setActive] = useState<Place | null>(null);
  const user = useCurrentUser();
  const recent = useRecentSearches(user?.id ?? null);
  const suggestions = useSuggestions(text);
  const close = () => {
    setOpen(false);
    setActive(null);
  };
  const choose = (filter: SuggestionView['filter']) => {
    close();
    recent.add(filter.search);
    onText(filter.search);
    onChosen(filter);
  };
  const rows: Cell[][] = isRecent
    ? recentRows(recent, (search) => choose({ search }))
    : suggestions.map((suggestion) => [
        {
          key: suggestion.kind + suggestion.text,
          content: <Line {...kinds[suggestion.kind]} text={suggestion.text} typed={text} />,
          choose: () => choose(suggestion.filter),
        },
      ]);
  const isVisible = open && rows.length > 0;
  const role = isRecent ? 'grid' : 'listbox';
  const cell = active ? rows[active[0]]?.[active[1]] : undefined;
  const activeId = active && cell ? cellId(id, active) : undefined;
  useExpanded(isVisible ? { role, activeId } : null, onExpanded);
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const { key } = event;
    if (key === 'Escape' && isVisible) {
      // Otherwise the browser clears the field, and the field in the header loses the focus.
      event.preventDefault();
      event.stopImmediatePropagation();
      close();
    } else if (key === 'Enter' && isVisible && cell) {
      event.preventDefault();
      cell.choose();
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && rows.length > 0) {
      event.preventDefault();
      setOpen(true);
      // Wraps around at the ends.
      const row = key === 'ArrowDown' ? (active?.[0] ?? -1) + 1 : (active?.[0] ?? 0) - 1;
      setActive([isVisible ? (row + rows.length) % rows.length : 0, 0]);
    } else if ((key === 'ArrowRight' || key === 'ArrowLeft') && isRecent && isVisible && active) {
      event.preventDefault();
      const cells = rows[active[0]]?.length ?? 1;
      setActive([active[0], key === 'ArrowRight' ? cells - 1 : 0]);
    }
  };
  useFieldEvents(input, {
    keydown: onKey,
    input: () => {
      setOpen(true);
      setActive(null);
    },
    // A field with an earlier search opens no list, which would cover the results.
    focus: () => setOpen(isRecent),
    click: () => setOpen((was) => was || isRecent),
    blur: () => {
      const searched = new URLSearchParams(location.search).get('search');
      if (text.trim() === searched) recent.add(text);
      close();
    },
    submit: () => {
      recent.add(text);
      close();
    },
  });
  return isVisible && <List id={id} isRecent={isRecent} rows={rows} activeId={activeId} />;
}

type Place = readonly [row: number, cell: number];

const cellId = (id: string, place: Place) => `${id}-${place.join('-')}`;

interface ListProps {
  id: string;
  isRecent: boolean;
  rows: Cell[][];
  activeId: string | undefined;
}

/** The panel below the field. The field keeps the focus and handles the keys. */
function List({ id, isRecent, rows, activeId }: ListProps) {
  const choose = ({ target }: MouseEvent) => {
    const place = (target as Element).closest<HTMLElement>('[data-place]')?.dataset['place'];
    const [row = -1, cell = -1] = (place ?? '').split(' ').map(Number);
    rows[row]?.[cell]?.choose();
  };
  const count = `${rows.length} ${rows.length === 1 ? 'suggestion' : 'suggestions'}`;
  return (
    <div
      role="presentation"
      className={classes.panel}
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
    >
      {isRecent && (
        <Box component="p" m={0} px={12} py={6} c="dimmed" fz="0.8125rem" fw={600}>
          Recent searches
        </Box>
      )}
      <div
        id={id}
        role={isRecent ? 'grid' : 'listbox'}
        aria-label={isRecent ? 'Recent searches' : 'Suggestions'}
      >
        {rows.map((cells, row) => (
          <div key={cells[0]?.key} role={isRecent ? 'row' : 'presentation'} className={classes.row}>
            {cells.map(({ key, content, label }, cell) => (
              <div
                key={key}
                id={cellId(id, [row, cell])}
                data-place={`${row} ${cell}`}
                role={isRecent ? 'gridcell' : 'option'}
                aria-selected={activeId === cellId(id, [row, cell])}
                aria-label={label}
              >
                {content}
              </div>
            ))}
          </div>
        ))}
      </div>
      <VisuallyHidden component="output">{!isRecent && count}</VisuallyHidden>
    </div>
  );
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true };
const kinds = {
  words: { Icon: IconSearch },
  category: { Icon: IconTag, note: 'Category' },
  town: { Icon: IconMapPin, note: 'Place' },
};

interface LineProps {
  Icon: typeof IconSearch;
  text: string;
  /** The part of the text that was not typed is bold. */
  typed?: string;
  note?: string;
}

function Line({ Icon, text, typed = text, note }: LineProps) {
  const begun = typed.trimStart().toLowerCase();
  const end = text.toLowerCase().startsWith(begun) ? begun.length : text.length;
  return (
    <>
      <Icon {...icon} />
      <span dir="auto" className={classes.text}>
        {text.slice(0, end)}
        {end < text.length && <b>{text.slice(end)}</b>}
      </span>
      {note && (
        <Box component="span" ml="auto" c="dimmed" fz="0.8125rem">
          {note}
        </Box>
      )}
    </>
  );
}

function recentRows(
  { searches, remove, clear }: ReturnType<typeof useRecentSearches>,
  choose: (search: string) => void,
): Cell[][] {
  if (searches.length === 0) return [];
  const rows = searches.map((search): Cell[] => [
    {
      key: search,
      content: <Line Icon={IconClock} text={search} />,
      choose: () => choose(search),
    },
    {
      key: 'remove',
      content: <IconX {...icon} />,
      label: `Remove ${search}`,
      choose: () => remove(search),
    },
  ]);
  return [
    ...rows,
    [
      {
        // No recent search is empty, so this key is unique.
        key: '',
        content: (
          <Box c="var(--mantine-color-anchor)" fz="0.875rem">
            Clear recent searches
          </Box>
        ),
        choose: clear,
      },
    ],
  ];
}

function useSuggestions(text: string): SuggestionView[] {
  // Suggestions are fetched after a pause in typing of 120 ms.
  const [query] = useDebouncedValue(text.trimStart(), 120);
  const { data } = trpc.listings.suggest.useQuery(
    { query },
    { enabled: query.length > 1, placeholderData: keepPreviousData, staleTime: 60_000 },
  );
  return (query.length > 1 && data) || [];
}

/** Passes the state of the list to the field: when it changes, and null at the end. */
function useExpanded(expanded: Expanded | null, onExpanded: Props['onExpanded']): void {
  const { role, activeId } = expanded ?? {};
  useEffect(() => {
    onExpanded(role ? { role, activeId } : null);
  }, [role, activeId, onExpanded]);
  useEffect(() => () => onExpanded(null), [onExpanded]);
}

const fieldEvents = ['keydown', 'input', 'focus', 'click', 'blur'] as const;

type Listeners = {
  [Name in (typeof fieldEvents)[number]]: (event: HTMLElementEventMap[Name]) => void;
} & { submit: () => void };

/**
 * Listens to a field and its form before React does, so that a key for the list does nothing else.
 */
function useFieldEvents(input: Props['input'], listeners: Listeners): void {
  const onEvent = useEffectEvent((event: Event) => {
    (listeners[event.type as 'keydown'] as (event: Event) => void)(event);
  });
  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    const listener = (event: Event) => onEvent(event);
    for (const type of fieldEvents) field?.addEventListener(type, listener);
    form?.addEventListener('submit', listener);
    return () => {
      for (const type of fieldEvents) field?.removeEventListener(type, listener);
      form?.removeEventListener('submit', listener);
    };
  }, [input]);
}
