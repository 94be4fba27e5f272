import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WebhookEvent } from '@marketplace/shared/webhooks/constants';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { guardLookup } from '../../platform/outbound.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { startWorker, sweepJobs } from '../../worker/worker.ts';
import { endListing } from '../listings/ending/ending.ts';
import { callerOf } from '../listings/listings.fixtures.ts';
import { createTestListing, draft, messagingOf } from '../messaging/messaging.fixtures.ts';
import { signWebhook } from './deliver-webhook.ts';
import { sweepDeliveries } from './deliveries.ts';
import { runDeliveries, startHookServer, toThisMachine, webhooksOf } from './webhooks.fixtures.ts';

let database: TestDatabase;
let server: Awaited<ReturnType<typeof startHookServer>>;
let ctx: AppContext;
let sam: Session['user'];
let dana: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startHookServer();
  ctx = createTestContext(database, { outbound: toThisMachine });
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  server.received.length = 0;
  server.answers.length = 0;
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
  sam = await createTestUser(ctx.db, { firstName: 'Sam' });
  dana = await createTestUser(ctx.db, { firstName: 'Dana' });
});

/** Delivers what is due, in a process that can be killed. */
const workerFile = join(import.meta.dirname, 'deliver.fixtures.ts');

const api = () => webhooksOf(ctx, sam);
const hook = (events: WebhookEvent[] = ['message.received']) =>
  api().create({ url: server.url, events });
const log = async ({ id }: { id: string }) => (await api().deliveries({ id })).items;

/** Sends a message to Sam. */
async function say(content: string) {
  const listingId = await createTestListing(ctx.db, sam.id);
  const { id: conversationId } = await messagingOf(ctx, dana).openConversation({ listingId });
  return messagingOf(ctx, dana).send({ conversationId, ...draft(content) });
}

describe('an event', () => {
  it('of a message has its fields without email addresses, and a signature', async () => {
    const { secret, ...webhook } = await hook();
    const message = await say('Is the oak table still there? 🪑');
    await runDeliveries(ctx);
    const [{ headers, body } = { headers: {}, body: '' }] = server.received;
    const sent = new Webhook(secret).verify(body, headers as Record<string, string>);
    const { senderEmail: _s, receiverEmail: _r, clientId: _c, isRead: _i, ...data } = message;
    expect(sent).toEqual({ type: 'message.received', timestamp: expect.any(String), data });
    expect(body).not.toContain('@');
    expect(() => new Webhook(secret).verify(`${body} `, headers as never)).toThrow(
      'No matching signature',
    );
    expect(await log(webhook)).toEqual([
      {
        ...{ id: headers['webhook-id'], event: 'message.received', status: 'delivered', tries: 1 },
        ...{ statusCode: 200, answer: 'Thanks', error: null, nextTryAt: null },
        createdAt: (sent as { timestamp: string }).timestamp,
      },
    ]);
    const stored = await ctx.db.selectFrom('webhookDeliveries').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('oak table');
  });

  it('has the signature of the test vector of Standard Webhooks', () => {
    const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330 };
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(signWebhook(secret, { ...signed, body: '{"test": 2432232314}' })).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('of a listing says what happened to it, once', async () => {
    await hook(['listing.created', 'listing.updated', 'listing.sold', 'listing.ended']);
    const listings = callerOf(ctx, sam);
    const desk = { title: 'Oak desk', price: '95', location: 'Troy' };
    const { id } = await listings.create(desk);
    await listings.update({ id, ...desk, price: '90' });
    await sql`update listings set availability = 'sold', sold_at = now() where id = ${id}`.execute(
      ctx.db,
    );
    await listings.remove({ id });
    const { id: lampId } = await listings.create({ ...desk, title: 'Lamp' });
    await endListing(ctx, sam.id, lampId);
    await listings.remove({ id: lampId });
    await listings.remove(await listings.create({ ...desk, title: 'Rug' }));
    await runDeliveries(ctx);
    const events = server.events().filter(({ data }) => data.id === id);
    expect(events.map(({ type }) => type)).toEqual([
      'listing.created',
      'listing.updated',
      'listing.sold',
    ]);
    expect(events[1].data).toEqual({
      ...{ id, title: 'Oak desk', price: '90.00', kind: 'offer', availability: 'available' },
      ...{ isActive: true, version: expect.any(Number) },
    });
    for (const title of ['Lamp', 'Rug']) {
      const types = server.events().flatMap(({ type, data }) => (data.title === title ? type : []));
      expect(types).toEqual(['listing.created', 'listing.ended']);
    }
  });

  it('is only sent to webhooks of its user that are on and want it', async () => {
    await webhooksOf(ctx, dana).create({ url: server.url, events: ['message.received'] });
    await hook(['listing.sold']);
    const off = await hook();
    await api().update({ id: off.id, enabled: false });
    await say('Hello');
    await runDeliveries(ctx);
    expect(server.received).toEqual([]);
    expect(await log(off)).toEqual([]);
  });

  it('is not sent after the webhook was turned off, or its user deactivated or deleted', async () => {
    const webhook = await hook();
    await say('One');
    await api().update({ id: webhook.id, enabled: false });
    await runDeliveries(ctx);
    expect(await log(webhook)).toMatchObject([
      { status: 'failed', tries: 0, error: 'The webhook was turned off.' },
    ]);
    await api().update({ id: webhook.id, enabled: true });
    await say('Two');
    await sql`update users set deactivated_at = now() where id = ${sam.id}`.execute(ctx.db);
    await runDeliveries(ctx);
    expect(await log(webhook)).toMatchObject([{ status: 'failed' }, { status: 'failed' }]);
    await sql`update users set deactivated_at = null where id = ${sam.id}`.execute(ctx.db);
    await say('Three');
    await sql`delete from webhooks where id = ${webhook.id}`.execute(ctx.db);
    await runDeliveries(ctx);
    const left = ctx.db.selectFrom('webhookDeliveries').select('status');
    expect(await left.where('webhookId', '=', webhook.id).execute()).toEqual([
      { status: 'failed' },
      { status: 'failed' },
    ]);
    expect(server.received).toEqual([]);
  });

  it('is delivered once by two workers', async () => {
    await hook();
    for (const word of ['One', 'Two', 'Three']) await say(word);
    await Promise.all([runDeliveries(ctx), runDeliveries(ctx)]);
    const contents = server.events().map(({ data }) => data.content);
    expect(contents.toSorted()).toEqual(['One', 'Three', 'Two']);
  });

  it('waits for no slow server of another user', async () => {
    const slow = await startHookServer();
    slow.answers.push(...Array.from({ length: 30 }, () => () => undefined));
    const patient = { ...ctx, outbound: { ...toThisMachine, timeoutMs: 60_000 } };
    await webhooksOf(ctx, dana).create({ url: slow.url, events: ['listing.created'] });
    const worker = await startWorker(patient);
    onTestFinished(() => worker.stop());
    await createTestListing(ctx.db, dana.id);
    await vi.waitFor(() => expect(slow.received).toHaveLength(1), 30_000);
    for (let posted = 0; posted < 20; posted++) await createTestListing(ctx.db, dana.id);
    const webhook = await hook();
    await say('Hello');
    const delivered = [{ status: 'delivered' }];
    await vi.waitFor(async () => expect(await log(webhook)).toMatchObject(delivered), 30_000);
    expect(slow.received).toHaveLength(1);
    await slow.close();
  });

  it('is sent again with the same id if the worker dies before the result is stored', async () => {
    const webhook = await hook();
    await say('Hello');
    const worker = spawn(process.execPath, [workerFile, database.url]);
    const died = once(worker, 'exit');
    server.answers.push(() => worker.kill('SIGKILL'));
    await died;
    expect(server.received).toHaveLength(1);
    expect(await log(webhook)).toMatchObject([{ status: 'pending', tries: 0 }]);
    await sql`update graphile_worker._private_jobs
      set locked_at = locked_at - interval '4 minutes'`.execute(ctx.db);
    await sweepJobs(ctx.db);
    await runDeliveries(ctx);
    expect(await log(webhook)).toMatchObject([{ status: 'delivered', tries: 1 }]);
    const [first, second] = server.received.map(({ headers }) => headers['webhook-id']);
    expect(second).toBe(first);
  });
});

describe('a private network', () => {
  /** Resolves every name to one of these addresses in turn. */
  const resolving = (...addresses: string[]) =>
    guardLookup(((_name: string, _options: object, done: (...found: unknown[]) => void) =>
      done(null, [{ address: addresses.shift(), family: 4 }])) as never);

  it('is not reached by a name that resolves to it when an event is sent', async () => {
    const outbound = { ...toThisMachine, lookup: resolving('127.0.0.1') };
    const { port } = new URL(server.url);
    const url = `http://rebinding.example:${port}/hook`;
    const webhook = await api().create({ url, events: ['message.received'] });
    await say('Hello');
    await runDeliveries({ ...ctx, outbound });
    const error = 'rebinding.example is not a host of the public internet.';
    expect(await log(webhook)).toMatchObject([{ status: 'pending', statusCode: null, error }]);
    expect(server.received).toEqual([]);
  });

  it('is not reached by a name that resolves differently the second time', async () => {
    const lookup = resolving('8.8.8.8', '10.0.0.1');
    const resolve = () =>
      new Promise((done) => lookup('rebinding.example', {}, (...found) => done(found)));
    expect(await resolve()).toEqual([null, '8.8.8.8', 4]);
    expect(await resolve()).toMatchObject([{ message: expect.stringContaining('not a host') }, []]);
  });

  it('is not reached by an address that is refused since the webhook was created', async () => {
    const webhook = await hook();
    await say('Hello');
    await runDeliveries({ ...ctx, outbound: { ...toThisMachine, permits: () => false } });
    expect(await log(webhook)).toMatchObject([{ error: expect.stringContaining('not a host') }]);
    expect(server.received).toEqual([]);
  });
});

describe('the log', () => {
  it('has pages, the newest first, of one webhook only', async () => {
    const [webhook] = [await hook(), await hook(['listing.sold'])];
    for (const word of ['One', 'Two', 'Three']) await say(word);
    const first = await api().deliveries({ id: webhook.id, limit: 2 });
    const cursor = first.nextCursor ?? '';
    const second = await api().deliveries({ id: webhook.id, limit: 2, cursor });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, null]);
    const times = [...first.items, ...second.items].map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().reverse());
    await expect(webhooksOf(ctx, dana).deliveries({ id: webhook.id })).rejects.toThrow('not found');
  });

  it('forgets deliveries after 30 days, and finished ones beyond the newest 100', async () => {
    const webhook = await hook();
    await sql`insert into webhook_deliveries (webhook_id, event, status, created_at)
      select ${webhook.id}::uuid, 'message.received', case when n = 104 then 'pending' else 'delivered' end,
        now() - n * interval '1 hour' from generate_series(1, 105) n
      union all select ${webhook.id}::uuid, 'message.received', 'pending', now() - interval '31 days'
    `.execute(ctx.db);
    await sweepDeliveries(ctx.db);
    const left = await ctx.db
      .selectFrom('webhookDeliveries')
      .select('status')
      .where('webhookId', '=', webhook.id)
      .execute();
    expect(left).toHaveLength(101);
    expect(left.filter((row) => row.status === 'pending')).toHaveLength(1);
  });
});
