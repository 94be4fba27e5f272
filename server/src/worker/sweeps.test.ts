import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../app-context.ts';
import { sweepSignIns, startSession } from '../features/auth/sessions.ts';
import { createSignInCode } from '../features/auth/sign-in-codes.ts';
import { trustDevice } from '../features/auth/trusted-devices.ts';
import { queueMail } from '../platform/mailer/queue-mail.ts';
import { createRecordingHub, createTestContext } from '../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createTestUser } from '../test/users.ts';
import { sweepFeed, sweepJobs } from './worker.ts';

let database: TestDatabase;
let ctx: AppContext;
const hub = createRecordingHub();

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database, { hub });
});
afterAll(() => database.close());

it('removes expired sessions, devices, codes and counters, and no others', async () => {
  const { db, secrets, limiter } = ctx;
  const { id: userId } = await createTestUser(db);
  const old = await startSession(db, secrets, { userId, userAgent: '' });
  await trustDevice(db, secrets, { userId, userAgent: '' });
  await createSignInCode(db, secrets, { email: 'old@example.com', browser: 'b', network: 'n' });
  await limiter.take({ name: 'old', points: 1, seconds: 60 }, 'k');
  await sql`update sessions set expires_at = now() - interval '1 second'`.execute(db);
  await sql`update trusted_devices set expires_at = now() - interval '1 second'`.execute(db);
  await sql`update pending_sign_ins set expires_at = now() - interval '1 second'`.execute(db);
  await sql`update rate_limits set expire = ${Date.now() - 1000}`.execute(db);
  const live = await startSession(db, secrets, { userId, userAgent: '' });
  await trustDevice(db, secrets, { userId, userAgent: '' });
  await createSignInCode(db, secrets, { email: 'new@example.com', browser: 'b', network: 'n' });
  await limiter.take({ name: 'new', points: 1, seconds: 60 }, 'k');

  await sweepSignIns(ctx);
  expect(hub.closedSessions).toEqual([old.id]);
  const sessions = await db.selectFrom('sessions').select('id').execute();
  expect(sessions).toEqual([{ id: live.id }]);
  expect(await db.selectFrom('trustedDevices').select('id').execute()).toHaveLength(1);
  const codes = await db.selectFrom('pendingSignIns').select('email').execute();
  expect(codes).toEqual([{ email: 'new@example.com' }]);
  const counters = await db.selectFrom('rateLimits').select('key').execute();
  expect(counters.map(({ key }) => key.split(':')[0])).toEqual(['new']);
});

it('removes feed events older than seven days, in batches, and no others', async () => {
  const { db } = ctx;
  const { id } = await createTestUser(db);
  await sql`insert into feed_events (user_id, seq, type, data, created_at)
    select ${id}, n, 'read', '{}', now() - case when n <= 2500 then interval '7 days 1 minute'
      else interval '6 days 23 hours' end from generate_series(1, 2503) n`.execute(db);
  await sweepFeed(db);
  const left = await db.selectFrom('feedEvents').select('seq').orderBy('seq').execute();
  expect(left.map(({ seq }) => seq)).toEqual(['2501', '2502', '2503']);
});

it('unlocks emails whose worker died, and removes jobs that failed permanently more than a week ago', async () => {
  const { db, secrets } = ctx;
  const content = { subject: 'S', text: 'T', html: 'H' };
  for (const to of ['dead@example.com', 'busy@example.com', 'failed@example.com']) {
    await queueMail(db, secrets, { to, ...content, key: to });
  }
  await sql`update graphile_worker._private_jobs set locked_by = key,
    locked_at = now() - case key when 'dead@example.com' then interval '4 minutes'
      else interval '1 minute' end where key <> 'failed@example.com'`.execute(db);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts,
    updated_at = now() - interval '8 days' where key = 'failed@example.com'`.execute(db);
  await sweepJobs(db);
  const jobs = await sql<{ key: string; locked: boolean }>`
    select key, locked_at is not null as locked from graphile_worker.jobs order by key`.execute(db);
  expect(jobs.rows).toEqual([
    { key: 'busy@example.com', locked: true },
    { key: 'dead@example.com', locked: false },
  ]);
});
