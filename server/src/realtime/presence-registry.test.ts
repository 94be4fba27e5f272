import { expect, it } from 'vitest';
import { createPresenceRegistry } from './presence-registry.ts';

it('removes users missing from a full list, and an instance that fell silent', () => {
  const changes: [string, boolean][] = [];
  const registry = createPresenceRegistry((userId, since) =>
    changes.push([userId, since !== null]),
  );
  registry.addElsewhere('b', {
    users: [
      ['x', 5],
      ['y', 6],
    ],
    round: 1,
    last: true,
  });
  registry.addElsewhere('c', { users: [['y', 7]], round: 1, last: true });
  expect(registry.since('y')).toBe(6);
  registry.addElsewhere('b', { users: [['x', 5]], round: 2, last: true });
  expect([registry.since('x'), registry.since('y')]).toEqual([5, 7]);
  expect(registry.countElsewhere('b')).toBe(1);
  registry.dropSilent(0);
  expect(changes).toEqual([
    ['x', true],
    ['y', true],
    ['x', false],
    ['y', false],
  ]);
  expect(registry.countElsewhere('d')).toBeNull();
});
