import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  createTestConversation,
  draft,
  messagingOf,
} from '../features/messaging/messaging.fixtures.ts';
import type { AppContext } from '../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createTestContext } from '../test/app-context.ts';
import { createDeliveries } from './deliveries.ts';
import { eventually } from './pair.fixtures.ts';
import type { DeliveredMark } from './presence.ts';

let database: TestDatabase;
let ctx: AppContext;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterEach(async () => {
  for (const deliveries of opened.splice(0)) await deliveries.close();
});
afterAll(() => database.close());

function openDeliveries() {
  const told: DeliveredMark[] = [];
  const log = pino({ level: 'silent' });
  const deliveries = createDeliveries({ db: ctx.db, log }, (marks) => void told.push(...marks));
  opened.push(deliveries);
  return { deliveries, told };
}

async function deliveredOf(conversationId: string, userId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('conversationParticipants')
    .select('deliveredSeq')
    .where('conversationId', '=', conversationId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.deliveredSeq);
}

it('stores the highest of several marks, and notifies the other person once', async () => {
  const { id, buyer, seller } = await createTestConversation(ctx);
  const { deliveries, told } = openDeliveries();
  for (const seq of [1, 3, 2]) deliveries.reached(seller.id, { conversationId: id, seq });
  const mark = { to: buyer.id, conversationId: id, userId: seller.id, upToSeq: 3 };
  await eventually(() => expect(told).toEqual([mark]));
  expect(await deliveredOf(id, seller.id)).toBe(3);
  expect(await deliveredOf(id, buyer.id)).toBe(0);
});

it('ignores a mark below the stored one', async () => {
  const { id, seller } = await createTestConversation(ctx);
  const first = openDeliveries();
  first.deliveries.reached(seller.id, { conversationId: id, seq: 5 });
  await first.deliveries.close();
  const second = openDeliveries();
  second.deliveries.reached(seller.id, { conversationId: id, seq: 4 });
  await second.deliveries.close();
  expect(second.told).toEqual([]);
  expect(await deliveredOf(id, seller.id)).toBe(5);
});

it('marks all unread messages as delivered when a page starts without a position, and no others', async () => {
  const { id, buyer, seller } = await createTestConversation(ctx);
  const quiet = await createTestConversation(ctx);
  const api = messagingOf(ctx, buyer);
  for (const text of ['1', '2']) await api.send({ conversationId: id, ...draft(text) });
  const { deliveries, told } = openDeliveries();
  for (const { id: userId } of [buyer, seller, quiet.seller]) deliveries.reachedAll(userId);
  await deliveries.close();
  expect(told).toEqual([{ to: buyer.id, conversationId: id, userId: seller.id, upToSeq: 2 }]);
});

it('announces nothing for a conversation that its reader has hidden', async () => {
  const { id, buyer, seller } = await createTestConversation(ctx);
  await messagingOf(ctx, buyer).send({ conversationId: id, ...draft('Hello') });
  await ctx.db
    .updateTable('conversationParticipants')
    .set({ hidden: true })
    .where('userId', '=', seller.id)
    .execute();
  const { deliveries, told } = openDeliveries();
  deliveries.reachedAll(seller.id);
  deliveries.reached(seller.id, { conversationId: id, seq: 1 });
  await deliveries.close();
  expect(told).toEqual([]);
  expect(await deliveredOf(id, seller.id)).toBe(0);
});

it('skips a locked row without waiting, and stores its mark when the lock is released', async () => {
  const [held, free] = [await createTestConversation(ctx), await createTestConversation(ctx)];
  const { deliveries, told } = openDeliveries();
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query(
    'select 1 from conversation_participants where conversation_id = $1 for update',
    [held.id],
  );
  for (const { id, seller } of [held, free]) {
    deliveries.reached(seller.id, { conversationId: id, seq: 1 });
  }
  await eventually(() => expect(told.map((mark) => mark.conversationId)).toEqual([free.id]));
  await holder.query('commit');
  holder.release();
  await eventually(() =>
    expect(told.map((mark) => mark.conversationId)).toEqual([free.id, held.id]),
  );
});
