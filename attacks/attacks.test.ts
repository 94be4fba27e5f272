import { expect, test } from 'vitest';
import { createTestDatabase } from '@marketplace/server/test/database';
import { attacks } from './all.ts';
import { play } from './attack.ts';

/** Plays the short form of `npm run test:attacks`. */
test.each(attacks)(
  'the server holds against the attack $name',
  { timeout: 120_000 },
  async (attack) => {
    const database = await createTestDatabase();
    const findings = await play(attack, { quick: true, databaseUrl: database.url });
    await database.close();

    expect(findings.length).toBeGreaterThan(0);
    expect(findings.filter(({ held }) => !held)).toEqual([]);
  },
);
