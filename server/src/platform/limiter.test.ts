import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createLimiter, countForNetwork } from './limiter.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('applies across instances, separately for each key and rule, and scales with the factor', async () => {
  const rule = { name: 'rule', points: 2, seconds: 60 };
  const [one, other] = [createLimiter(database.pool, 2), createLimiter(database.pool, 2)];
  const taken = await Promise.allSettled(
    [one, other, one, other, one].map((l) => l.take(rule, 'k')),
  );
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  await expect(other.take(rule, 'k')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    // Some time has passed since the first call.
    retryAfter: expect.toSatisfy((seconds) => seconds > 50 && seconds <= 60),
    message: expect.stringMatching(
      /^Too many attempts\. Please wait \d\d seconds and try again\.$/,
    ),
  });
  await other.take(rule, 'another key');
  await other.take({ ...rule, name: 'other' }, 'k');
});

it('counts many concurrent calls under their keys, and restarts when the time is over', async () => {
  const limiter = createLimiter(database.pool, 1);
  const rule = { name: 'crowd', points: 2, seconds: 60 };
  const keys = Array.from({ length: 300 }, (_, n) => `key ${n % 100}`);
  const take = () => Promise.allSettled(keys.map((key) => limiter.take(rule, key)));
  const refusedIn = (taken: PromiseSettledResult<void>[]) =>
    taken.flatMap(({ status }, n) => (status === 'rejected' ? [keys[n]] : [])).toSorted();
  const everyKey = keys.slice(0, 100).toSorted();
  expect(refusedIn(await take())).toEqual(everyKey);
  await database.pool.query(`update rate_limits set expire = 1 where key like 'crowd:%'`);
  expect(refusedIn(await take())).toEqual(everyKey);
});

it('counts a returned point as unused', async () => {
  const limiter = createLimiter(database.pool, 1);
  const rule = { name: 'returned', points: 1, seconds: 60 };
  for (let round = 0; round < 3; round++) {
    await limiter.take(rule, 'k');
    await limiter.giveBack(rule, 'k');
  }
  await limiter.take(rule, 'k');
  await expect(limiter.take(rule, 'k')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

it.each([
  [60, /^You can do 3 things\. Please wait \d\d seconds\.$/],
  [3600, /^You can do 3 things\. Please wait 60 minutes\.$/],
  [86_400, /^You can do 3 things\. Please try again in 24 hours\.$/],
])('states the actual limit, and how long to wait (%i s)', async (seconds, message) => {
  const limiter = createLimiter(database.pool, 1.5);
  const rule = { name: `said-${seconds}`, points: 2, seconds, text: 'You can do {points} things.' };
  for (let taken = 0; taken < 3; taken++) await limiter.take(rule, 'k');
  await expect(limiter.take(rule, 'k')).rejects.toThrow(message);
});

it('counts an IPv6 network by its /64, and by its /48 with a five times higher limit', async () => {
  const limiter = createLimiter(database.pool, 1);
  const rule = { name: 'network', points: 1, seconds: 60 };
  for (let network = 1; network <= 5; network++) {
    await countForNetwork(limiter, rule, { ip: `2001:db8:1:${network}::1` });
  }
  const refused = { code: 'TOO_MANY_REQUESTS' };
  for (const ip of ['2001:db8:1:1::2', '2001:db8:1:6::1'])
    await expect(countForNetwork(limiter, rule, { ip })).rejects.toMatchObject(refused);
  await countForNetwork(limiter, rule, { ip: '2001:db8:2:1::1' });
});
