import { expect, test } from 'vitest';
import { createTestDatabase } from '@marketplace/server/test/database';
import { hindered, mostHindered, runCampaign } from './campaign.ts';

/** Plays the short form of `npm run test:abuse`. */
test('attackers get nothing through, and honest people notice nothing of it', async () => {
  const database = await createTestDatabase();
  const { outcomes, honest } = await runCampaign({
    people: 16,
    size: 3,
    databaseUrl: database.url,
  });
  await database.close();

  expect(outcomes.filter(({ through, allowed }) => through > allowed)).toEqual([]);
  expect(honest.done).toBeGreaterThan(150);
  expect({ ...honest, share: hindered(honest) }).toMatchObject({
    share: expect.toSatisfy((share: number) => share <= mostHindered),
  });
}, 120_000);
