import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { exportedFiles } from '../account/export-rows.ts';
import { createTestConversation, draft, messagingOf } from './messaging.fixtures.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import {
  createAdmin,
  moderationWorld,
  openCaseOf,
  reportAs,
} from '../moderation/moderation.fixtures.ts';

const world = moderationWorld();

async function createTalk() {
  const { ctx } = world;
  const { id, buyer, seller } = await createTestConversation(ctx);
  const { id: messageId } = await messagingOf(ctx, buyer).send({
    ...draft('Hello'),
    conversationId: id,
  });
  const readingsOf = async (user: typeof buyer) =>
    (await messagingOf(ctx, user).history({ conversationId: id })).readings;
  return { id, buyer, seller, messageId, readingsOf };
}

/** Moves the readings of a conversation into the past. */
const letDaysPass = (conversationId: string, days: number) =>
  sql`update conversation_readings set day = day - ${days}::int,
    read_at = read_at - make_interval(days => ${days})
    where conversation_id = ${conversationId}`.execute(world.ctx.db);

const today = async () =>
  (
    await sql<{
      day: string;
    }>`select (now() at time zone 'America/New_York')::date::text as day`.execute(world.ctx.db)
  ).rows[0]?.day;

it('both people see after seven days that an admin read their conversation, once a day', async () => {
  const { id, buyer, seller, readingsOf } = await createTalk();
  for (const why of ['Checking a scam', 'Checking again']) {
    await world.asAdmin.conversation({ conversationId: id, why });
  }
  await letDaysPass(id, 6);
  expect(await readingsOf(buyer)).toBeUndefined();
  await letDaysPass(id, 1);
  const shown = await readingsOf(buyer);
  expect(shown).toEqual([
    { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string, because: 'check' },
  ]);
  expect(await readingsOf(seller)).toEqual(shown);
  expect(JSON.stringify(shown)).not.toContain('Checking');
  const rows = await world.ctx.db
    .selectFrom('conversationReadings')
    .selectAll()
    .where('conversationId', '=', id)
    .execute();
  expect(rows).toHaveLength(1);

  const other = adminOf(world.ctx, await createAdmin(world.ctx));
  await other.conversation({ conversationId: id, why: 'Second look' });
  expect(await readingsOf(buyer)).toEqual(shown);
  await letDaysPass(id, 7);
  expect(await readingsOf(buyer)).toHaveLength(2);
  const { nextCursor } = await messagingOf(world.ctx, buyer).history({
    conversationId: id,
    limit: 1,
  });
  expect(nextCursor).toBeNull();
});

it('a reading because of a report shows once its case is decided', async () => {
  const { id, seller, buyer, messageId, readingsOf } = await createTalk();
  await reportAs(world.ctx, seller, { targetType: 'message', targetId: messageId });
  const caseId = await openCaseOf(world.ctx, messageId);
  await world.asAdmin.reports({ status: 'open' });
  expect(await readingsOf(buyer)).toBeUndefined();
  await world.asAdmin.resolveReport({ caseId, decision: 'dismiss', reason: 'Fine' });
  const shown = [{ day: await today(), because: 'report' }];
  expect(await readingsOf(buyer)).toEqual(shown);
  const exported = await Array.fromAsync(
    (await exportedFiles['conversation-readings.json']!(world.ctx.db, buyer.id)) as object[],
  );
  expect(exported).toEqual([
    { conversation: id, listing: expect.any(String) as string, ...shown[0] },
  ]);
  await world.asAdmin.undoDecision({ caseId });
  expect(await readingsOf(buyer)).toBeUndefined();
});
