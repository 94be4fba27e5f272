import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { freePort } from '../../test/free-port.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { createTestUser } from '../../test/users.ts';
import { startWorker } from '../../worker/worker.ts';
import { bikes, countAlerts, insertSearch, stepsOf } from './alerts.fixtures.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Creates the context of an instance that sends email through a server on `port`. */
function mailingContext(port: number): AppContext {
  const ctx = createTestContext(database);
  const config = { ...ctx.config, smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'a@example.org' };
  return { ...ctx, config, mailbox: null };
}

it('two instances send one alert for a listing after the mail server was down', async () => {
  const port = await freePort();
  const ctx = mailingContext(port);
  const jobs = async (where = sql`true`) =>
    (await sql`select from graphile_worker.jobs where ${where}`.execute(ctx.db)).rows.length;
  const steps = stepsOf(ctx, await createTestUser(ctx.db));
  const { user } = await insertSearch(ctx, bikes);
  const workers = [await startWorker(ctx), await startWorker(mailingContext(port))];

  const id = await steps.publish();
  await vi.waitFor(
    async () => expect(await jobs(sql`last_error like '%ECONNREFUSED%'`)).toBe(1),
    10_000,
  );
  // A listing that matches before and after a change causes no second alert.
  await steps.change(id, { price: '70.00' });
  const late = await startMailServer(port);
  await vi.waitFor(async () => expect(await jobs()).toBe(0), 15_000);

  await Promise.all(workers.map((worker) => worker.stop()));
  await late.stop();
  expect(late.received.map(({ to }) => to)).toEqual([[user.email]]);
  expect(await countAlerts(ctx, user)).toBe(1);
});
