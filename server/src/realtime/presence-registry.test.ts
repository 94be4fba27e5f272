import { expect, it } from 'vitest';
import { createRoster } from './roster.ts';

it('forgets who is missing from a full list, and an instance that fell silent', () => {
  const changes: [string, boolean][] = [];
  const roster = createRoster((userId, since) => changes.push([userId, since !== null]));
  roster.addElsewhere('b', {
    users: [
      ['x', 5],
      ['y', 6],
    ],
    round: 1,
    last: true,
  });
  roster.addElsewhere('c', { users: [['y', 7]], round: 1, last: true });
  expect(roster.since('y')).toBe(6);
  roster.addElsewhere('b', { users: [['x', 5]], round: 2, last: true });
  expect([roster.since('x'), roster.since('y')]).toEqual([5, 7]);
  expect(roster.countElsewhere('b')).toBe(1);
  roster.dropSilent(0);
  expect(changes).toEqual([
    ['x', true],
    ['y', true],
    ['x', false],
    ['y', false],
  ]);
  expect(roster.countElsewhere('d')).toBeNull();
});
