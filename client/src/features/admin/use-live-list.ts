import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Page } from '@marketplace/shared/pagination';
import { type AdminSignal, useRefreshOn } from './admin-events.ts';

interface Source<Item> {
  name: string;
  /** What narrows the list. */
  query: object;
  fetchPage: (cursor: string | undefined) => Promise<ListPage<Item>>;
  /** The signals after which the list may have changed. */
  changedBy: readonly AdminSignal['type'][];
}

type ListPage<Item> = Page<Item> & { total?: number | undefined };
type Pages<Item> = InfiniteData<ListPage<Item>, string | undefined>;

export type LiveList<Item extends { id: string }> = ReturnType<typeof useLiveList<Item>>;

/**
 * A list of the Admin Center, page after page, and live: rows change in place at once, while new ones
 * and those gone wait as long as somebody points at the list, reads further down or has the focus in
 * it. `newCount` says how many wait then.
 */
export function useLiveList<Item extends { id: string }>(source: Source<Item>) {
  const { name, query, fetchPage, changedBy } = source;
  const queryClient = useQueryClient();
  const queryKey = ['admin-list', name, query];
  const keyText = JSON.stringify(queryKey);
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // What is not on screen is not kept in step either: it is fetched when it is looked at again.
    gcTime: 0,
  });
  const [waiting, setWaiting] = useState<{ keyText: string; page: ListPage<Item> } | null>(null);
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const missed = useRef(false);

  const read = () => queryClient.getQueryData<Pages<Item>>(queryKey);
  const change = (items: (items: Item[]) => Item[], first?: ListPage<Item>) =>
    queryClient.setQueryData<Pages<Item>>(
      queryKey,
      (old) =>
        old && {
          ...old,
          pages: old.pages.map((page) => ({
            ...page,
            items: items(page.items),
            total: first ? first.total : page.total,
          })),
        },
    );
  const show = (page: ListPage<Item>) => {
    const shown = idsOf(read());
    setNewIds(new Set(page.items.map(({ id }) => id).filter((id) => !shown.has(id))));
    queryClient.setQueryData<Pages<Item>>(queryKey, { pages: [page], pageParams: [undefined] });
    setWaiting(null);
  };
  const refresh = async () => {
    // Its first answer may be older than the news.
    missed.current = !read();
    if (missed.current) return;
    const page = await fetchPage(undefined).catch(() => null);
    if (!page || !read()) return;
    const byId = new Map(page.items.map((item) => [item.id, item]));
    change((items) => items.map((item) => byId.get(item.id) ?? item), page);
    if (frame && isLookedAt(frame)) setWaiting({ keyText, page });
    else show(page);
  };
  useRefreshOn(changedBy, refresh);

  const hasOwnData = list.isSuccess && !list.isPlaceholderData;
  const catchUp = useEffectEvent(() => {
    if (missed.current) void refresh();
  });
  useEffect(() => {
    if (hasOwnData) catchUp();
  }, [hasOwnData]);

  const held = waiting?.keyText === keyText ? waiting.page : null;
  const shown = idsOf(list.data);
  return {
    ...list,
    /** As the `ref` of what scrolls. */
    setFrame,
    newIds,
    items: list.data?.pages.flatMap((page) => page.items),
    total: list.data?.pages[0]?.total,
    newCount: held ? held.items.filter(({ id }) => !shown.has(id)).length : 0,
    /** Shows what waits. */
    showNew() {
      if (held) show(held);
      frame?.scrollTo(0, 0);
      if (frame && frame.getBoundingClientRect().top < 0) frame.scrollIntoView({ block: 'start' });
    },
    /** To be called when the reader may have left the list alone. */
    settle() {
      if (held && frame && !isLookedAt(frame)) show(held);
    },
    replace: (changed: Item) =>
      change((items) => items.map((item) => (item.id === changed.id ? changed : item))),
    remove: (id: string) => change((items) => items.filter((item) => item.id !== id)),
  };
}

function idsOf(data: { pages: Page<{ id: string }>[] } | undefined): Set<string> {
  return new Set(data?.pages.flatMap((page) => page.items.map(({ id }) => id)));
}

/** Whether rows that come or go would move something from under the reader's pointer, eye or focus. */
function isLookedAt(frame: HTMLElement): boolean {
  // The chip may have come under the pointer: it lies above the frame, in the same element.
  const around = frame.parentElement ?? frame;
  const isPointedAt = window.matchMedia('(hover: hover)').matches && around.matches(':hover');
  const isReadFurtherDown = frame.scrollTop > 0 || frame.getBoundingClientRect().top < 0;
  return (
    isPointedAt ||
    isReadFurtherDown ||
    frame.querySelector(':focus-visible, [aria-expanded="true"]') !== null
  );
}
