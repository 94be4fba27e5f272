import { Webhook } from 'standardwebhooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxWebhookTries } from '@marketplace/shared/webhooks/constants';
import type { NewWebhook } from '@marketplace/shared/webhooks/schemas';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { createTestListing, draft, messagingOf } from '../messaging/messaging.fixtures.ts';
import {
  runDeliveries,
  skipPauses,
  startHookServer,
  status,
  toThisMachine,
  webhooksOf,
} from './webhooks.fixtures.ts';

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

const api = () => webhooksOf(ctx, sam);
const hook = () => api().create({ url: server.url, events: ['message.received'] });
const log = async ({ id }: { id: string }) => (await api().deliveries({ id })).items;

/** Sends a message to Sam. */
async function say(content: string) {
  const listingId = await createTestListing(ctx.db, sam.id);
  const { id: conversationId } = await messagingOf(ctx, dana).openConversation({ listingId });
  return messagingOf(ctx, dana).send({ conversationId, ...draft(content) });
}

describe('a failed delivery', () => {
  const huge = 'x'.repeat(10_000_000);
  it.each([
    ['500', status(500, 'Oh no'), { statusCode: 500, answer: 'Oh no', error: null }],
    ['302', status(302), { statusCode: 302, error: 'Redirects are not followed.' }],
    ['no answer', () => undefined, { statusCode: null, error: 'No answer in 0.5 s.' }],
    [
      'a reset',
      (response) => void response.socket?.resetAndDestroy(),
      { statusCode: null, error: 'The connection failed (ECONNRESET).' },
    ],
    ['a huge error', status(503, huge), { statusCode: 503, answer: huge.slice(0, 500) }],
  ] satisfies [string, (typeof server.answers)[number], object][])(
    'by %s is tried again with the same id and a new signature',
    async (_, answer, logged) => {
      const webhook = await hook();
      await say('Hello');
      server.answers.push(answer);
      await runDeliveries(ctx);
      expect(await log(webhook)).toMatchObject([{ status: 'pending', tries: 1, ...logged }]);
      await runDeliveries(ctx);
      expect(server.received).toHaveLength(1);
      const [seconds = 0] = await skipPauses(ctx);
      expect(Math.ceil(seconds)).toBe(5);
      await runDeliveries(ctx);
      expect(await log(webhook)).toMatchObject([{ status: 'delivered', tries: 2 }]);
      const [first, second] = server.received;
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      expect(second?.body).toBe(first?.body);
      expect(new Webhook(webhook.secret).verify(second!.body, second!.headers as never)).toEqual(
        JSON.parse(second!.body),
      );
    },
  );

  it.each([
    ['huge', status(200, huge), huge.slice(0, 500)],
    [
      'slow',
      (response) => {
        response.write('Thanks');
      },
      'Thanks',
    ],
    ['binary', status(200, 'a\0b\u202ec'), 'abc'],
  ] satisfies [string, (typeof server.answers)[number], string][])(
    'is not one whose answer is %s',
    async (_, answer, logged) => {
      const webhook = await hook();
      await say('Hello');
      server.answers.push(answer);
      await runDeliveries(ctx);
      expect(await log(webhook)).toMatchObject([{ status: 'delivered', answer: logged }]);
    },
  );

  it('turns the webhook off after eight tries with growing pauses, and notifies its user', async () => {
    const webhook = await hook();
    await say('Hello');
    const pauses: number[] = [];
    for (let tried = 0; tried < maxWebhookTries; tried++) {
      server.answers.push(status(500));
      await runDeliveries(ctx);
      pauses.push(...(await skipPauses(ctx)).map(Math.ceil));
    }
    await runDeliveries(ctx);
    expect(server.received).toHaveLength(maxWebhookTries);
    expect(pauses).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400]);
    const error = 'All 8 tries failed. The webhook was turned off.';
    expect(await log(webhook)).toMatchObject([{ status: 'failed', tries: 8, error }]);
    await expectOff(webhook, 'failed');
    expect(await api().update({ id: webhook.id, enabled: true })).toMatchObject({
      ...{ enabled: true, disabledReason: null },
    });
  });

  it('with the status 410 turns the webhook off at once', async () => {
    const webhook = await hook();
    await say('Hello');
    server.answers.push(status(410));
    await runDeliveries(ctx);
    const error = 'The server answered 410. The webhook was turned off.';
    expect(await log(webhook)).toMatchObject([{ status: 'failed', tries: 1, error }]);
    await expectOff(webhook, 'gone');
    await say('Not sent');
    expect(await log(webhook)).toHaveLength(1);
  });

  it('does not turn off a webhook whose URL was changed during the try', async () => {
    const webhook = await hook();
    await say('Hello');
    server.answers.push(async (response) => {
      await api().update({ id: webhook.id, url: `${server.url}/new` });
      status(410)(response);
    });
    await runDeliveries(ctx);
    expect(await api().list()).toMatchObject([{ enabled: true }]);
  });

  it('of a test is final and leaves the webhook on', async () => {
    const webhook = await hook();
    server.answers.push(status(500));
    const { id } = await api().test(webhook);
    await runDeliveries(ctx);
    expect(server.events()).toMatchObject([{ type: 'webhook.test', data: {} }]);
    expect(await log(webhook)).toMatchObject([{ id, status: 'failed', statusCode: 500 }]);
    expect(await skipPauses(ctx)).toEqual([]);
    expect(await api().list()).toMatchObject([{ enabled: true }]);
  });

  async function expectOff({ id, url }: NewWebhook, disabledReason: string) {
    expect(await api().list()).toMatchObject([{ id, enabled: false, disabledReason }]);
    const rows = await ctx.db
      .selectFrom('notifications')
      .select(['type', 'data'])
      .where((eb) => eb.and({ userId: sam.id, type: 'webhook' }))
      .execute();
    expect(rows).toEqual([{ type: 'webhook', data: { url, reason: disabledReason } }]);
  }
});
