import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertListing } from '../features/listings/listings.fixtures.ts';
import { createLimiter } from '../platform/limiter.ts';
import { procedureRows } from '../test/access/procedure-rows.ts';
import { createWorld } from '../test/access/world.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
import { createTableDigests, differingTables } from '../test/table-digests.ts';

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** What is counted once for each thing needs another one each time. */
const fresh: Record<string, (listingId: string) => unknown> = {
  'messaging.openConversation': (listingId) => ({ listingId }),
  'moderation.report': (targetId) => ({ targetType: 'listing', targetId, reason: 'spam' }),
};

/** A procedure, its row of the access matrix, and who may call it. */
const limited: [string, 'owner' | 'other' | 'user'][] = [
  ['auth.sendCode', 'user'],
  ['auth.verify', 'user'],
  ['account.exportData', 'owner'],
  ['messaging.send', 'other'],
  ['messaging.sendByListing', 'other'],
  ['messaging.openConversation', 'user'],
  ['messaging.block', 'user'],
  ['moderation.report', 'user'],
  ['reviews.submit', 'other'],
  ['reviews.reply', 'owner'],
  ['uploads.create', 'owner'],
  ['uploads.register', 'owner'],
];

it.each(limited)(
  '%s over its limit is a 429 with Retry-After, and changes nothing',
  async (name, role) => {
    const world = await createWorld(server);
    // Of every rule one point is left, and each of them is spent by the first call at the latest.
    const strict = await startTestServer(database, {
      objects: server.parts.objects,
      limiter: createLimiter(database.pool, 1e-9),
    });
    const digestsOf = await createTableDigests(database.db);
    const cookie = `browser=the-browser-of-the-matrix; ${world[role].cookie}`;
    const call = async () => {
      const listingId = await insertListing(database.db, world.owner.id);
      const input = fresh[name]?.(listingId) ?? (await procedureRows[name]?.[1]?.(world));
      const before = await digestsOf();
      const answer = await fetch(`${strict.url}/trpc/${name}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: input === undefined ? null : JSON.stringify(input),
      });
      const body = (await answer.json()) as { error?: { data: { retryAfter?: number } } };
      const changed = differingTables(before, await digestsOf());
      return { status: answer.status, header: answer.headers.get('retry-after'), body, changed };
    };
    await database.db.deleteFrom('rateLimits').execute();
    let last = await call();
    // Some rules count what is new alone, so that the world's own steps took none.
    for (let tries = 0; tries < 3 && last.status !== 429; tries++) last = await call();
    await strict.close();
    expect([name, last.status]).toEqual([name, 429]);
    expect(Number(last.header)).toBeGreaterThan(0);
    expect(last.body.error?.data.retryAfter).toBe(Number(last.header));
    expect(last.changed).toEqual([]);
  },
);
