import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import { startUnlimited } from '../../realtime/realtime.fixtures.ts';
import { createCaller } from '../../router.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import type { TestServer } from '../../test/server.ts';
import { createTestUser } from '../../test/users.ts';
import { createTestListing } from '../messaging/messaging.fixtures.ts';

type User = Session['user'];

let database: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startUnlimited(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const as = (user: User) => createCaller(contextOfUser(server.ctx, user));
const leave = (user: User) => as(user).account.deleteAccount({ email: user.email });

/** Returns null for a call that succeeded, else its error code. */
function codeOf(result: PromiseSettledResult<unknown> | undefined): unknown {
  return result?.status === 'rejected' ? (result.reason as { code?: string }).code : null;
}

it('a report made while its reporter deletes the account is anonymous or refused', async () => {
  for (let round = 0; round < 10; round += 1) {
    const seller = await createTestUser(database.db);
    const reporter = await createTestUser(database.db);
    const listingId = await createTestListing(database.db, seller.id);
    const target = { targetType: 'listing', targetId: listingId } as const;
    const [left, reported] = await Promise.allSettled([
      leave(reporter),
      as(reporter).moderation.report({ ...target, reason: 'spam' }),
    ]);
    expect(codeOf(left)).toBeNull();
    expect([null, 'UNAUTHORIZED']).toContain(codeOf(reported));
    const reports = await database.db
      .selectFrom('reports')
      .select('reporterId')
      .where('targetId', '=', listingId)
      .execute();
    expect(reports).toEqual(codeOf(reported) === null ? [{ reporterId: null }] : []);
  }
});

it('two people who report each other can both delete their accounts at once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const people = [await createTestUser(database.db), await createTestUser(database.db)] as const;
    const [one, other] = people;
    const report = (by: User, of: User) =>
      as(by).moderation.report({ targetType: 'user', targetId: of.id, reason: 'spam' });
    const results = await Promise.allSettled([
      report(one, other),
      report(other, one),
      leave(one),
      leave(other),
    ]);
    const [first, second, ...left] = results.map(codeOf);
    expect(left).toEqual([null, null]);
    for (const code of [first, second]) expect([null, 'UNAUTHORIZED', 'NOT_FOUND']).toContain(code);
    const ids = people.map(({ id }) => id);
    const named = await database.db
      .selectFrom('reports')
      .select('id')
      .where('reporterId', 'in', ids)
      .execute();
    expect(named).toEqual([]);
  }
});
