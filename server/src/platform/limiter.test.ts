import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createLimiter, networkOf } from './limiter.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('holds across instances, for each key and rule apart, and scales with the factor', async () => {
  const rule = { name: 'rule', points: 2, seconds: 60 };
  const [one, other] = [createLimiter(database.pool, 2), createLimiter(database.pool, 2)];
  const taken = await Promise.allSettled(
    [one, other, one, other, one].map((l) => l.take(rule, 'k')),
  );
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  await expect(other.take(rule, 'k')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    retryAfter: 60,
    message: 'Too many tries. Please wait 60 seconds and try again.',
  });
  await other.take(rule, 'another key');
  await other.take({ ...rule, name: 'other' }, 'k');
});

it.each([
  [60, 'You can do 3 things. Please wait 60 seconds.'],
  [3600, 'You can do 3 things. Please wait 60 minutes.'],
  [86_400, 'You can do 3 things. Please try again in 24 hours.'],
])('says what the limit really is, and how long to wait (%i s)', async (seconds, message) => {
  const limiter = createLimiter(database.pool, 1.5);
  const rule = { name: `told-${seconds}`, points: 2, seconds, text: 'You can do {points} things.' };
  for (let taken = 0; taken < 3; taken++) await limiter.take(rule, 'k');
  await expect(limiter.take(rule, 'k')).rejects.toMatchObject({ message });
});

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('counts %s as %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});
