import { expect, test } from 'vitest';
import type { NotificationView } from '@marketplace/shared/notifications/views';
import { placeItem } from '../../api/pages.ts';
import { countUnread, groupByDay, readInList } from './notification-list.ts';

function entry(id: string, at: number, values: Partial<NotificationView> = {}): NotificationView {
  const createdAt = new Date(Date.UTC(2026, 10, 20, 12, at)).toISOString();
  const shared = { type: 'review', title: id, body: null, path: null, count: 1 } as const;
  return { ...shared, id, readAt: null, createdAt, ...values };
}

/** Splits entries into pages of two, newest first, like a list that was scrolled. */
function pagesOf(entries: NotificationView[], isWhole = true) {
  const sorted = entries.toSorted((one, other) => {
    if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt ? -1 : 1;
    return one.id > other.id ? -1 : 1;
  });
  const pages = Array.from({ length: Math.max(1, Math.ceil(sorted.length / 2)) }, (_, n) => ({
    items: sorted.slice(2 * n, 2 * n + 2),
    nextCursor: String(n) as string | null,
  }));
  const last = pages.at(-1);
  if (isWhole && last) last.nextCursor = null;
  return { pages };
}

const place = (data: ReturnType<typeof pagesOf>, one: NotificationView) =>
  placeItem(data, one, ({ createdAt }) => createdAt);

const flat = (data: ReturnType<typeof pagesOf>) => data.pages.flatMap(({ items }) => items);

test.each(Array.from({ length: 30 }, (_, seed) => seed))(
  'adding events to a list gives the same result as a fresh load (history %i)',
  (seed) => {
    let state = seed + 1;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const notifications = new Map<string, NotificationView>();
    const store = (one: NotificationView) => void notifications.set(one.id, one);
    for (let n = random(8); n > 0; n--) store(entry(`old-${n}`, n));
    let shown = pagesOf([...notifications.values()]);
    for (let n = 0; n < 30; n++) {
      // Notifications commit out of order, and some only raise the count of an earlier one.
      const known = notifications.get(`new-${random(12)}`);
      const at = 20 + n - random(3);
      const one = known ? { ...known, ...entry(known.id, at), count: known.count + 1 } : null;
      const added = one ?? entry(`new-${random(12)}`, at);
      store(added);
      const next = place(shown, added);
      expect(next).not.toBeNull();
      shown = next ?? shown;
    }
    expect(flat(shown)).toEqual(flat(pagesOf([...notifications.values()])));
  },
);

test('does not place an entry that belongs after the loaded pages', () => {
  const loaded = pagesOf([entry('a', 10), entry('b', 9)], false);
  expect(place(loaded, entry('c', 3))).toBeNull();
  expect(place(loaded, entry('d', 11))).not.toBeNull();
});

test('places the first entry of an empty list', () => {
  const data = place(pagesOf([]), entry('a', 1));
  expect(data && flat(data)).toEqual([entry('a', 1)]);
});

test('marks entries as read on every page, and preserves earlier times of reading', () => {
  const readAt = '2026-11-20T10:00:00.000Z';
  const now = '2026-11-20T13:00:00.000Z';
  const loaded = pagesOf([entry('a', 3), entry('b', 2, { readAt }), entry('c', 1)]);
  const times = (data: typeof loaded) => flat(data).map((one) => one.readAt);
  expect(times(readInList(loaded, ['c'], now))).toEqual([null, readAt, now]);
  expect(times(readInList(loaded, undefined, now))).toEqual([now, readAt, now]);
});

test('the bell counts unread entries, except messages', () => {
  const readAt = '2026-11-20T10:00:00.000Z';
  const loaded = pagesOf([
    entry('a', 3),
    entry('b', 2, { readAt }),
    entry('c', 1, { type: 'message' }),
    entry('d', 0),
  ]);
  expect(countUnread(loaded, ['a', 'b', 'c'])).toBe(1);
});

test("groups notifications by the reader's days, in their order", () => {
  const now = new Date(2026, 10, 20, 15).getTime();
  const entry = (id: string, at: Date) => ({
    ...{ id, type: 'review' as const, title: id, body: null, path: null, count: 1, readAt: null },
    createdAt: at.toISOString(),
  });
  const days = groupByDay(
    [
      entry('a', new Date(2026, 10, 20, 14)),
      entry('b', new Date(2026, 10, 20, 0, 1)),
      entry('c', new Date(2026, 10, 19, 23, 59)),
      entry('d', new Date(2026, 9, 2, 8)),
    ],
    now,
  );
  expect(
    days.map(({ title, notifications }) => [title, notifications.map(({ id }) => id)]),
  ).toEqual([
    ['Today', ['a', 'b']],
    ['Yesterday', ['c']],
    ['Fri, Oct 2', ['d']],
  ]);
  expect(groupByDay([], now)).toEqual([]);
});
