import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useReducer, useState } from 'react';
import type { Page } from '@marketplace/shared/pagination';
import { type AdminSignal, useRefreshOn } from './admin-events.ts';

interface Source<Item> {
  name: string;
  /** What narrows the list. */
  query: object;
  fetchPage: (cursor: string | undefined) => Promise<Page<Item>>;
  /** The signals after which the list may have changed. */
  changedBy: readonly AdminSignal['type'][];
  /** An item that stays even when it leaves the list, such as the open report. */
  keepId?: string | null;
}

/**
 * A list of the Admin Center, page after page, and live: rows change in place at once, but none
 * appears or disappears while the reader points at the list, has scrolled it or has the focus in it.
 */
export function useLiveList<Item extends { id: string }>(source: Source<Item>) {
  const { name, query, fetchPage, changedBy, keepId = null } = source;
  const queryClient = useQueryClient();
  const queryKey = ['admin-list', name, query];
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // A list that is off screen is not kept up to date, so it is fetched again when it returns.
    gcTime: 0,
  });
  const { data, dataUpdatedAt, isPlaceholderData } = list;
  const [rows, dispatch] = useReducer(arrangeRows<Item>, noRows);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const release = () => dispatch({ type: 'release', keepId });

  const load = useEffectEvent((items: Item[]) => {
    const isStill = frame !== null && isInUse(frame);
    dispatch({ type: 'load', list: JSON.stringify(queryKey), items, isStill, keepId });
  });
  useLayoutEffect(() => {
    // Also when the answer is the same as before: the list may no longer be in use.
    if (!data || isPlaceholderData || !dataUpdatedAt) return;
    load(data.pages.flatMap((page) => page.items));
  }, [data, dataUpdatedAt, isPlaceholderData]);

  useRefreshOn(changedBy, async () => {
    const running = queryClient.getQueryCache().find({ queryKey });
    // An answer under way may be older than the signal, or the further page that somebody asked for.
    if (running?.state.fetchStatus === 'fetching') await running.promise?.catch(() => undefined);
    await queryClient.refetchQueries({ queryKey, exact: true });
  });

  const releaseUnlessInUse = () => {
    if (frame && isBehind(rows) && !isInUse(frame)) release();
  };
  return {
    ...list,
    /** Undefined until the first page is there. */
    items:
      data && rows.list !== null ? rows.order.flatMap((id) => rows.items.get(id) ?? []) : undefined,
    /** Also of an item that is not in the list. */
    find: (id: string) => rows.items.get(id),
    newCount: rows.waiting,
    addedIds: rows.added,
    /** Of the element that scrolls. */
    frameProps: { ref: setFrame, onScroll: releaseUnlessInUse },
    /** Of the element around the rows and the button that shows new ones. */
    rootProps: { onPointerLeave: releaseUnlessInUse, onBlur: releaseUnlessInUse },
    /** Shows the new rows, at the top of the list. */
    showNew() {
      release();
      frame?.scrollTo(0, 0);
      if (frame && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
    },
    /** Shows the newest version of an item. */
    put: (item: Item) => dispatch({ type: 'put', item }),
    drop: (id: string) => dispatch({ type: 'drop', id }),
  };
}

/** Whether a row that appears or disappears would move something that the reader is using. */
function isInUse(frame: HTMLElement): boolean {
  // The button that shows new rows may lie beside the frame in the same element.
  const around = frame.parentElement ?? frame;
  const isPointerInside = window.matchMedia('(hover: hover)').matches && around.matches(':hover');
  // On a phone the page scrolls instead of the list.
  const isScrolled = frame.scrollTop > 0 || frame.getBoundingClientRect().top < 0;
  return (
    isPointerInside ||
    isScrolled ||
    frame.querySelector('td :focus-visible, [aria-expanded="true"]') !== null
  );
}

export interface Rows<Item> {
  /** The key of the list; the rows of another list start from scratch. */
  list: string | null;
  order: string[];
  /** The newest known version of each item. */
  items: ReadonlyMap<string, Item>;
  /** The ids as the server lists them. */
  listed: string[];
  /** How many new ones wait so that no row moves. */
  waiting: number;
  /** The ids that the last change added. */
  added: ReadonlySet<string>;
}

export const noRows: Rows<never> = {
  list: null,
  order: [],
  items: new Map<string, never>(),
  listed: [],
  waiting: 0,
  added: new Set(),
};

type RowsAction<Item> =
  | { type: 'load'; list: string; items: Item[]; isStill: boolean; keepId: string | null }
  | { type: 'release'; keepId: string | null }
  | { type: 'put'; item: Item }
  | { type: 'drop'; id: string };

/**
 * Brings the rows up to date. Shown rows keep their order. While they are still, none appears above
 * another and none disappears; otherwise new ones appear at their place, and those no longer listed
 * disappear, except `keepId`.
 */
export function arrangeRows<Item extends { id: string }>(
  rows: Rows<Item>,
  action: RowsAction<Item>,
): Rows<Item> {
  switch (action.type) {
    case 'load': {
      const { list, items, keepId } = action;
      const before = rows.list === list ? rows : noRows;
      const shown = [...before.order, keepId ?? ''].flatMap((id) => before.items.get(id) ?? []);
      const known = new Map([...shown, ...items].map((item) => [item.id, item]));
      const listed = items.map(({ id }) => id);
      const next = arrange({ ...before, list, items: known, listed }, action);
      return before === noRows ? { ...next, added: noRows.added } : next;
    }
    case 'release':
      return arrange(rows, { ...action, isStill: false });
    case 'put':
      return { ...rows, items: new Map(rows.items).set(action.item.id, action.item) };
    case 'drop': {
      const others = (ids: string[]) => ids.filter((id) => id !== action.id);
      const items = new Map(rows.items);
      items.delete(action.id);
      return { ...rows, items, order: others(rows.order), listed: others(rows.listed) };
    }
  }
}

function arrange<Item>(
  rows: Rows<Item>,
  { isStill, keepId }: { isStill: boolean; keepId: string | null },
): Rows<Item> {
  const { listed } = rows;
  const isListed = new Set(listed);
  const order = rows.order.filter((id) => isStill || id === keepId || isListed.has(id));
  const known = new Set(order);
  // What follows the last known one is older: it belongs to a page that was just loaded.
  const tailFrom = listed.findLastIndex((id) => known.has(id)) + 1;
  const added = new Set<string>();
  let waiting = 0;
  let at = 0;
  for (const [index, id] of listed.entries()) {
    if (known.has(id)) at = order.indexOf(id) + 1;
    else if (index >= tailFrom) order.push(id);
    else if (isStill) waiting += 1;
    else {
      order.splice(at++, 0, id);
      added.add(id);
    }
  }
  return { ...rows, order, waiting, added };
}

function isBehind({ order, listed, waiting }: Rows<unknown>): boolean {
  const isListed = new Set(listed);
  return waiting > 0 || order.some((id) => !isListed.has(id));
}

/**
 * 'Showing 50 of 1,234 messages'; without a total, as of a search, 'Showing 12 messages', or 'the
 * first 50' where `more` can be loaded.
 */
export function shownText(
  count: number,
  { total, more, noun }: { total: number | undefined; more: boolean; noun: string },
): string {
  const number = (value: number) => value.toLocaleString('en-US');
  const plural = (value: number) => (value === 1 && !more ? noun : `${noun}s`);
  if (total === undefined) {
    return `Showing ${more ? 'the first ' : ''}${number(count)} ${plural(count)}`;
  }
  // Rows that came or went a moment ago are in one of the two numbers before the other.
  const all = more ? Math.max(total, count) : count;
  return `Showing ${number(count)} of ${number(all)} ${plural(all)}`;
}
