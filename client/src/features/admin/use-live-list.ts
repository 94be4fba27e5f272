import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useReducer, useState } from 'react';
import type { Page } from '@marketplace/shared/pagination';
import { type AdminSignal, useRefreshOn } from './admin-events.ts';

interface Source<Item> {
  name: string;
  query: object;
  fetchPage: (cursor: string | undefined) => Promise<Page<Item>>;
  /** The signals that trigger a refetch. */
  changedBy: readonly AdminSignal['type'][];
  /** The id of an item that stays even if it leaves the list, such as the open report. */
  pinnedId?: string | null;
}

/**
 * Loads a list of the Admin Center page by page and keeps it live. Rows change in place at once,
 * but none appears or disappears while the reader points at the list, has scrolled it, or has the
 * focus in it. A signal refetches the first page, or all pages down to the row that it names. After
 * a lost connection, all pages are refetched. Other rows are as old as their load.
 */
export function useLiveList<Item extends { id: string }>(source: Source<Item>) {
  const { name, query, fetchPage, changedBy, pinnedId = null } = source;
  const queryClient = useQueryClient();
  // Not cached, because a list that is off screen is not updated.
  const options = { queryKey: ['admin-list', name, query], gcTime: 0 };
  const list = JSON.stringify(options.queryKey);
  const top = useQuery({
    ...options,
    queryFn: () => fetchPage(undefined),
    placeholderData: keepPreviousData,
  });
  const { data, dataUpdatedAt, isPlaceholderData, isFetching, isError, refetch } = top;
  // The only copy of the rows. Pages update it in whatever order they arrive.
  const [rows, dispatch] = useReducer(arrangeRows<Item>, noRows);
  const more = useMutation({
    mutationFn: ({ cursor }: { list: string; cursor: string }) => fetchPage(cursor),
    onSuccess: (page, asked) => dispatch({ type: 'more', list: asked.list, page }),
  });
  const { variables: moreOf } = more;
  const isLoadingMore = more.isPending && moreOf?.list === list;
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const release = () => dispatch({ type: 'release', pinnedId });

  const load = useEffectEvent((page: Page<Item>) => {
    const isFrozen = frame !== null && isInUse(frame);
    dispatch({ type: 'load', list, page, isFrozen, pinnedId });
  });
  useLayoutEffect(() => {
    // Runs for an identical response too, since the list may no longer be in use.
    if (data && !isPlaceholderData && dataUpdatedAt) load(data);
  }, [data, dataUpdatedAt, isPlaceholderData]);

  useRefreshOn(changedBy, async (signals) => {
    // A pending response may be older than the signal, so wait for it first.
    if (isFetching) await refetch({ cancelRefetch: false });
    const named = new Set<unknown>(signals.flatMap((signal) => Object.values(signal)));
    const isAll = named.has('resumed');
    const count = rows.listed.findLastIndex((id) => isAll || named.has(id)) + 1;
    const queryFn = () => fetchTop(fetchPage, count);
    await queryClient.fetchQuery({ ...options, queryFn, staleTime: 0 }).catch(() => undefined);
  });

  const releaseUnlessInUse = () => {
    const isBehind = rows.waiting > 0 || rows.left.length > 0;
    if (frame && isBehind && !isInUse(frame)) release();
  };
  return {
    /** Undefined until the first page has loaded. */
    items:
      data && rows.list !== null ? rows.order.flatMap((id) => rows.items.get(id) ?? []) : undefined,
    /** Finds items that have left the list, too. */
    find: (id: string) => rows.items.get(id),
    newCount: rows.waiting,
    addedIds: rows.added,
    left: rows.left,
    isPlaceholderData,
    isError,
    refetch,
    hasMore: rows.next !== null,
    isLoadingMore,
    isMoreError: more.isError && moreOf?.list === list,
    loadMore() {
      if (rows.next !== null && !isLoadingMore) more.mutate({ list, cursor: rows.next });
    },
    /** Props for the element that scrolls. */
    frameProps: { ref: setFrame, onScroll: releaseUnlessInUse },
    /** Props for the element that wraps the rows and the "Show new" button. */
    rootProps: { onPointerLeave: releaseUnlessInUse, onBlur: releaseUnlessInUse },
    /** Shows the new rows and scrolls to the top of the list. */
    showNew() {
      release();
      frame?.scrollTo(0, 0);
      if (frame && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
    },
    /** Replaces an item with a newer version. */
    put: (item: Item) => dispatch({ type: 'put', item }),
    drop: (id: string) => dispatch({ type: 'drop', id }),
  };
}

/** Fetches pages from the top until there are `count` items, and returns them as one page. */
async function fetchTop<Item>(fetchPage: Source<Item>['fetchPage'], count: number) {
  const items: Item[] = [];
  let nextCursor: string | null = null;
  do {
    const page: Page<Item> = await fetchPage(nextCursor ?? undefined);
    items.push(...page.items);
    nextCursor = page.nextCursor;
  } while (nextCursor !== null && items.length < count);
  return { items, nextCursor };
}

/** Returns true if a row that appears or disappears would move what the reader is using. */
function isInUse(frame: HTMLElement): boolean {
  // The button that shows new rows may be next to the frame, within the same parent.
  const around = frame.parentElement ?? frame;
  const isPointerInside = window.matchMedia('(hover: hover)').matches && around.matches(':hover');
  // On a phone, the page scrolls instead of the list.
  const isScrolled = frame.scrollTop > 0 || frame.getBoundingClientRect().top < 0;
  return (
    isPointerInside ||
    isScrolled ||
    frame.querySelector('td :focus-visible, [aria-expanded="true"]') !== null
  );
}

export interface Rows<Item> {
  /** The key of the list. Rows of another list start over. */
  list: string | null;
  order: string[];
  /** The newest version of each item. */
  items: ReadonlyMap<string, Item>;
  /** The ids in the server's order. */
  listed: string[];
  /** Ids of visible items, and `pinnedId`, that are no longer listed. A new array after each load. */
  left: string[];
  /** The cursor of the next page. */
  next: string | null;
  /** How many new rows are held back, so that no row moves. */
  waiting: number;
  /** The ids that the last change added. */
  added: ReadonlySet<string>;
}

export const noRows: Rows<never> = {
  list: null,
  order: [],
  items: new Map<string, never>(),
  listed: [],
  left: [],
  next: null,
  waiting: 0,
  added: new Set(),
};

type RowsAction<Item> =
  | { type: 'load'; list: string; page: Page<Item>; isFrozen: boolean; pinnedId: string | null }
  | { type: 'more'; list: string; page: Page<Item> }
  | { type: 'release'; pinnedId: string | null }
  | { type: 'put'; item: Item }
  | { type: 'drop'; id: string };

/**
 * Updates the rows. Visible rows keep their order. While `isFrozen`, none appears above another and
 * none disappears. Otherwise new rows appear at their place, and those no longer listed disappear,
 * except `pinnedId`.
 */
export function arrangeRows<Item extends { id: string }>(
  rows: Rows<Item>,
  action: RowsAction<Item>,
): Rows<Item> {
  switch (action.type) {
    case 'load': {
      const { list, page, pinnedId } = action;
      const before = rows.list === list ? rows : noRows;
      const top = new Set(page.items.map(({ id }) => id));
      const rest = listedBelow(before, top, page);
      const kept = [...before.order, ...rest, pinnedId ?? ''];
      const known = kept.flatMap((id) => before.items.get(id) ?? []);
      const next = arrange(
        {
          ...before,
          list,
          items: new Map([...known, ...page.items].map((item) => [item.id, item])),
          listed: [...top, ...rest],
          next: rest.length > 0 ? before.next : page.nextCursor,
        },
        action,
      );
      return before === noRows ? { ...next, added: noRows.added } : next;
    }
    case 'more': {
      const { list, page } = action;
      if (rows.list !== list) return rows;
      const items = new Map([...rows.items, ...page.items.map((item) => [item.id, item] as const)]);
      const listed = [...new Set([...rows.listed, ...page.items.map(({ id }) => id)])];
      const longer = { ...rows, items, listed, next: page.nextCursor };
      return arrange(longer, { isFrozen: true, pinnedId: null });
    }
    case 'release':
      return arrange(rows, { ...action, isFrozen: false });
    case 'put':
      return { ...rows, items: new Map(rows.items).set(action.item.id, action.item) };
    case 'drop': {
      const others = (ids: string[]) => ids.filter((id) => id !== action.id);
      const items = new Map(rows.items);
      items.delete(action.id);
      const { order, listed, left } = rows;
      return { ...rows, items, order: others(order), listed: others(listed), left: others(left) };
    }
  }
}

/**
 * Returns the ids that stay listed below a refetched first page. None stays if the page is as long
 * as the list, or does not overlap it, since there may be other items between.
 */
function listedBelow(
  { listed }: Rows<unknown>,
  top: ReadonlySet<string>,
  { items, nextCursor }: Page<{ id: string }>,
): string[] {
  if (nextCursor === null || items.length >= listed.length) return [];
  const last = items.findLast(({ id }) => listed.includes(id));
  return last ? listed.slice(listed.indexOf(last.id)).filter((id) => !top.has(id)) : [];
}

function arrange<Item>(
  rows: Rows<Item>,
  { isFrozen, pinnedId }: { isFrozen: boolean; pinnedId: string | null },
): Rows<Item> {
  const { listed } = rows;
  const isListed = new Set(listed);
  const order = rows.order.filter((id) => isFrozen || id === pinnedId || isListed.has(id));
  const known = new Set(order);
  // Rows after the last known one belong to a page that was just loaded.
  const tailFrom = listed.findLastIndex((id) => known.has(id)) + 1;
  const added = new Set<string>();
  let waiting = 0;
  let at = 0;
  for (const [index, id] of listed.entries()) {
    if (known.has(id)) at = order.indexOf(id) + 1;
    else if (index >= tailFrom) order.push(id);
    else if (isFrozen) waiting += 1;
    else {
      order.splice(at++, 0, id);
      added.add(id);
    }
  }
  const kept = pinnedId !== null && rows.items.has(pinnedId) ? [pinnedId] : [];
  const left = [...new Set([...order, ...kept])].filter((id) => !isListed.has(id));
  return { ...rows, order, left, waiting, added };
}

/**
 * Returns 'Showing 50 of 1,234 messages'. Without a total, as for a search, returns 'Showing 12
 * messages', or 'Showing the first 50 messages' if there are more.
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
  // The count and the total may disagree for a moment about rows that came or went.
  const all = more ? Math.max(total, count) : count;
  return `Showing ${number(count)} of ${number(all)} ${plural(all)}`;
}
