import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, createPool } from '@marketplace/db/database';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createTestUser } from '../test/users.ts';
import { createLastSeen } from './socket-sessions.ts';
import { eventually } from './pair.fixtures.ts';
import { listening, startUnlimited } from './realtime.fixtures.ts';
import { connectClient } from '../test/ws-client.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function lastSeenOf(userId: string): Promise<number> {
  const row = await database.db
    .selectFrom('users')
    .select('lastSeenAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.lastSeenAt?.getTime() ?? 0;
}

/** Resolves with the time when the user was last seen, as soon as it is later than `time`. */
async function seenAfter(userId: string, time: number): Promise<number> {
  await eventually(async () => expect(await lastSeenOf(userId)).toBeGreaterThan(time));
  return lastSeenOf(userId);
}

it('writes when a user connects and when their last socket closes, even if they hide their status', async () => {
  const server = await startUnlimited(database);
  const user = await server.signedIn({ showPresence: false });
  const tabs = [connectClient([server], user), connectClient([server], user)];
  await Promise.all(tabs.map((tab) => listening(tab)));
  const came = await seenAfter(user.id, 0);
  await tabs[0]!.close();
  await tabs[1]!.close();
  await seenAfter(user.id, came);
  await server.close();
});

it('writes many users who connect at once in one statement', async () => {
  const pool = createPool({ connectionString: database.url }, () => undefined);
  let writes = 0;
  pool.on('acquire', () => void writes++);
  const lastSeen = createLastSeen({ db: createDatabase(pool), log });
  const users = await Promise.all(Array.from({ length: 20 }, () => createTestUser(database.db)));
  for (const { id } of users) lastSeen.connected(id);
  const times = await Promise.all(users.map(({ id }) => seenAfter(id, 0)));
  expect(new Set(times).size).toBe(1);
  expect(writes).toBe(1);
  await lastSeen.close();
  await pool.end();
});

it('writes repeatedly while a user is connected', async () => {
  const { id } = await createTestUser(database.db);
  const lastSeen = createLastSeen({ db: database.db, log }, { everyMs: 50 });
  lastSeen.connected(id);
  let seen = 0;
  for (let n = 0; n < 3; n++) seen = await seenAfter(id, seen);
  await lastSeen.close();
});

it('retries while the database fails, and writes the rest on close', async () => {
  const { id } = await createTestUser(database.db);
  const warnings: string[] = [];
  const hearing = pino({}, { write: (line) => void warnings.push(line) });
  await sql`alter table users rename to users_away`.execute(database.db);
  const lastSeen = createLastSeen({ db: database.db, log: hearing }, { retryMs: 50 });
  const left = lastSeen.connected(id);
  await eventually(() => expect(warnings.length).toBeGreaterThan(1));
  await sql`alter table users_away rename to users`.execute(database.db);
  const seen = await seenAfter(id, 0);
  left();
  await lastSeen.close();
  expect(await lastSeenOf(id)).toBeGreaterThan(seen);
});

it('writes nothing for a user who has deleted their account', async () => {
  const lastSeen = createLastSeen({ db: database.db, log });
  const gone = await createTestUser(database.db, { deletedAt: new Date() });
  const user = await createTestUser(database.db);
  for (const { id } of [gone, user]) lastSeen.connected(id);
  await seenAfter(user.id, 0);
  expect(await lastSeenOf(gone.id)).toBe(0);
  await lastSeen.close();
});
