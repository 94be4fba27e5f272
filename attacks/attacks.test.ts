import { expect, test } from 'vitest';
import { attacks } from './all.ts';
import { play } from './play.ts';

/** The short form of `npm run test:attacks`. */
test.each(attacks)('$name is held off', { timeout: 120_000 }, async (attack) => {
  const findings = await play(attack, { quick: true });

  expect(findings.length).toBeGreaterThan(0);
  expect(findings.filter(({ held }) => !held)).toEqual([]);
});
