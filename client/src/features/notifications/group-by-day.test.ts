import { expect, test } from 'vitest';
import { groupByDay } from './group-by-day.ts';

test('notifications are under the days of their reader, in their order', () => {
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
