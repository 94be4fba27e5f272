// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { AdminFeedEvent } from '@marketplace/shared/admin/schemas';
import { renderComponent } from '../../test/render.tsx';
import { useAdminSubscription } from './admin-events.ts';
import { arrangeRows, noRows, type Rows, shownText, useLiveList } from './use-live-list.ts';

interface Handlers {
  onData: (event: AdminFeedEvent) => void;
  onLive: () => void;
}

const feed = vi.hoisted(() => ({ handlers: null as Handlers | null }));
vi.mock('../../api/keep-subscribed.ts', () => ({
  keepSubscribed(handlers: Handlers) {
    feed.handlers = handlers;
    return () => undefined;
  },
}));

interface Item {
  id: string;
  status?: string;
}

interface Options {
  list?: string;
  isFrozen?: boolean;
  pinnedId?: string;
}

function load(rows: Rows<Item>, ids: string, options: Options = {}): Rows<Item> {
  const { list = 'reports', isFrozen = false, pinnedId = null } = options;
  return arrangeRows(rows, { type: 'load', list, page: pageOf(ids), isFrozen, pinnedId });
}

/** A trailing '+' means that another page follows. */
function pageOf(ids: string): { items: Item[]; nextCursor: string | null } {
  const items = [...ids.replace('+', '')].map((id) => ({ id }));
  return { items, nextCursor: ids.endsWith('+') ? `after ${items.at(-1)?.id}` : null };
}

const more = (rows: Rows<Item>, ids: string, list = 'reports') =>
  arrangeRows(rows, { type: 'more', list, page: pageOf(ids) });

const shown = ({ order }: Rows<Item>) => order.join('');
const added = (rows: Rows<Item>) => [...rows.added].join('');

describe('the rows of a live list', () => {
  it('start in the order of the server', () => {
    expect(shown(load(noRows, 'abc'))).toBe('abc');
    expect(shown(load(noRows, 'abc', { isFrozen: true }))).toBe('abc');
  });

  it('start over for another list', () => {
    const other = load(load(noRows, 'abc'), 'xb', { list: 'decided', isFrozen: true });
    expect(shown(other)).toBe('xb');
    expect(added(other)).toBe('');
  });

  it('insert new rows at their place and keep the order of visible ones', () => {
    const rows = load(load(noRows, 'abc'), 'xabyc');
    expect(shown(rows)).toBe('xabyc');
    expect(added(rows)).toBe('xy');
    expect(shown(load(load(noRows, 'abc'), 'cxab'))).toBe('abcx');
    expect(shown(load(load(noRows, 'abc'), 'xycab'))).toBe('xyabc');
  });

  it('append another page, even while frozen', () => {
    const rows = more(load(load(noRows, 'abc+'), 'xabc+', { isFrozen: true }), 'cde');
    expect(shown(rows)).toBe('abcde');
    expect(rows.waiting).toBe(1);
    expect(rows.next).toBeNull();
    expect(added(rows)).toBe('');
    expect(shown(more(load(noRows, 'abc+'), 'de', 'decided'))).toBe('abc');
  });

  it('keep further pages when the first page is fetched again', () => {
    const pages = more(load(noRows, 'abc+'), 'def+');
    const rows = load(pages, 'xac+');
    expect(shown(rows)).toBe('xacdef');
    expect(rows.next).toBe('after f');
    expect(shown(load(pages, 'fab+'))).toBe('abcdef');
    expect(load(pages, 'fab+').listed.join('')).toBe('fabcde');
  });

  it('drop further pages if a new first page covers or does not overlap them', () => {
    const pages = more(load(noRows, 'abc+'), 'def+');
    const rows = load(pages, 'xyabcd+');
    expect(shown(rows)).toBe('xyabcd');
    expect(rows.next).toBe('after d');
    expect(shown(load(pages, 'ab'))).toBe('ab');
    expect(shown(load(pages, 'xyz+'))).toBe('xyz');
  });

  it('do not move while frozen, and show waiting rows when released', () => {
    const still = load(load(noRows, 'abc'), 'xyac', { isFrozen: true });
    expect(shown(still)).toBe('abc');
    expect(still.waiting).toBe(2);
    const released = arrangeRows(still, { type: 'release', pinnedId: null });
    expect(shown(released)).toBe('xyac');
    expect(added(released)).toBe('xy');
    expect(released.waiting).toBe(0);
  });

  it('drop what left the list, except the pinned item', () => {
    expect(shown(load(load(noRows, 'abc'), 'c'))).toBe('c');
    expect(shown(load(load(noRows, 'abc'), 'ac', { pinnedId: 'b' }))).toBe('abc');
    expect(shown(load(noRows, 'c', { pinnedId: 'b' }))).toBe('c');
  });

  it('show the newest version of an item, even of one that left the list', () => {
    const left = load(load(noRows, 'abc'), 'ac', { pinnedId: 'b' });
    const put = arrangeRows(left, { type: 'put', item: { id: 'b', status: 'decided' } });
    expect(put.items.get('b')?.status).toBe('decided');
    expect(shown(put)).toBe('abc');
    expect(load(put, 'ac', { pinnedId: 'b' }).items.get('b')?.status).toBe('decided');
    const released = arrangeRows(put, { type: 'release', pinnedId: 'b' });
    expect(released.items.get('b')?.status).toBe('decided');
  });

  it('lose a dropped item even while frozen', () => {
    const rows = arrangeRows(load(noRows, 'abc'), { type: 'drop', id: 'b' });
    expect(shown(rows)).toBe('ac');
    expect(shown(arrangeRows(rows, { type: 'release', pinnedId: null }))).toBe('ac');
  });
});

describe('a live list', () => {
  /** Mounts a list and loads `count` of its three pages. `fetches` has the later cursors. */
  async function showPages(count: number) {
    const texts: Record<string, string> = {};
    const fetches: (string | undefined)[] = [];
    let answer = (): Promise<void> | void => undefined;
    const fetchPage = async (cursor: string | undefined) => {
      fetches.push(cursor);
      const from = Number(cursor ?? 0);
      const items = [...'abcdef']
        .slice(from, from + 2)
        .map((id) => ({ id, text: texts[id] ?? id }));
      await answer();
      return { items, nextCursor: from < 4 ? String(from + 2) : null };
    };
    let list: ReturnType<typeof useLiveList<{ id: string; text: string }>> | undefined;
    function List() {
      useAdminSubscription();
      list = useLiveList({
        name: 'listings',
        query: {},
        fetchPage,
        changedBy: ['listingFlagged', 'messageSent', 'resumed'],
      });
      return null;
    }
    renderComponent(createElement(List));
    const shows = () => list?.items?.map(({ text }) => text).join('');
    await vi.waitFor(() => expect(shows()).toBe('ab'));
    for (let page = 2; page <= count; page += 1) {
      act(() => list?.loadMore());
      await vi.waitFor(() => expect(list?.items).toHaveLength(page * 2));
    }
    fetches.length = 0;
    return {
      ...{ texts, fetches, shows },
      list: () => list!,
      signal: (event: AdminFeedEvent) => act(async () => feed.handlers?.onData(event)),
      resume: () => act(async () => feed.handlers?.onLive()),
      /** Delays responses until the returned function is called. */
      hold() {
        const { promise, resolve } = Promise.withResolvers<void>();
        answer = () => promise;
        return () => act(async () => resolve());
      },
    };
  }

  it('fetches the first page after a signal, or all pages down to the row that it names', async () => {
    const { texts, fetches, shows, signal } = await showPages(3);
    await signal({ type: 'messageSent' });
    expect(fetches).toEqual([undefined]);
    texts.d = 'D';
    await signal({ type: 'listingFlagged', listingId: 'd' });
    await vi.waitFor(() => expect(shows()).toBe('abcDef'));
    expect(fetches).toEqual([undefined, undefined, '2']);
  });

  it('fetches all pages again after a lost connection', async () => {
    const { texts, fetches, shows, resume } = await showPages(3);
    texts.f = 'F';
    await resume();
    await vi.waitFor(() => expect(shows()).toBe('abcdeF'));
    expect(fetches).toEqual([undefined, '2', '4']);
  });

  it('shows what a signal fetched even if more pages load at the same time', async () => {
    const { texts, shows, list, signal, hold } = await showPages(2);
    const release = hold();
    texts.a = 'A';
    await signal({ type: 'listingFlagged', listingId: 'a' });
    act(() => list().loadMore());
    await release();
    await vi.waitFor(() => expect(shows()).toBe('Abcdef'));
  });

  it("keeps an admin's changes when more pages load", async () => {
    const { shows, list } = await showPages(2);
    act(() => list().put({ id: 'a', text: 'A' }));
    act(() => list().drop('b'));
    act(() => list().loadMore());
    await vi.waitFor(() => expect(shows()).toBe('Acdef'));
  });
});

it.each([
  [50, { total: 1234, more: true }, 'Showing 50 of 1,234 messages'],
  [3, { total: 3, more: false }, 'Showing 3 of 3 messages'],
  [1, { total: 1, more: false }, 'Showing 1 of 1 message'],
  [0, { total: 0, more: false }, 'Showing 0 of 0 messages'],
  [12, { total: undefined, more: false }, 'Showing 12 messages'],
  [50, { total: undefined, more: true }, 'Showing the first 50 messages'],
  // The total may be slightly behind or ahead of the rows.
  [51, { total: 50, more: true }, 'Showing 51 of 51 messages'],
  [4, { total: 5, more: false }, 'Showing 4 of 4 messages'],
])('counts %d rows with %o as "%s"', (count, about, text) => {
  expect(shownText(count, { ...about, noun: 'message' })).toBe(text);
});
