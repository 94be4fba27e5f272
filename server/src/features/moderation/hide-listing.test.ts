import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createRecordingHub, createTestContext } from '../../test/app-context.ts';
import { addressOf, createTestUser, daysAgo } from '../../test/users.ts';
import { callerOf } from '../listings/listings.fixtures.ts';
import { peopleOf } from '../account/account.fixtures.ts';
import { createTestListing, draft, messagingOf } from '../messaging/messaging.fixtures.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import {
  createAdmin,
  createReportedListing,
  passSinceDecision,
  reportAs,
  reportByOthers,
  notificationsTo,
} from './moderation.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());

async function stateOf(listingId: string) {
  return database.db
    .selectFrom('listings')
    .select(['isActive', 'visible', 'hiddenByReportsAt'])
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow();
}

describe('reports on a listing', () => {
  it('hide it from the third reporter on, and notify its seller and the admins', async () => {
    const hub = createRecordingHub();
    const heard = { ...ctx, hub };
    const { listingId, owner, targetType, caseId } = await createReportedListing(heard, 2);
    expect(await stateOf(listingId)).toMatchObject({ visible: true, hiddenByReportsAt: null });
    await reportByOthers(heard, 1, { targetType, targetId: listingId });
    expect(await stateOf(listingId)).toEqual({
      isActive: false,
      visible: false,
      hiddenByReportsAt: expect.any(Date),
    });
    await expect(callerOf(ctx).byId({ id: listingId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await notificationsTo(ctx.db, owner)).toMatchObject([
      { type: 'flag', data: { listingId, what: 'hidden', reason: null } },
    ]);
    expect(hub.woken).toContain(owner.id);
    const reported = { type: 'report', caseId, change: 'reported' };
    expect(hub.adminEvents).toEqual([
      ...[reported, reported, reported],
      { type: 'listingFlagged', listingId },
    ]);
  });

  it('of one person do not hide it, however often they report', async () => {
    const { listingId, targetType, reporters } = await createReportedListing(ctx, 2);
    await reportAs(ctx, reporters[0]!, { targetType, targetId: listingId });
    expect(await stateOf(listingId)).toMatchObject({ visible: true });
  });

  it('of two trusted people count twice, but one alone does not hide it', async () => {
    const { listingId, targetType, reporters, caseId } = await createReportedListing(ctx, 1);
    const trust = (ids: string[]) =>
      ctx.db.updateTable('users').set({ standing: 3 }).where('id', 'in', ids).execute();
    await trust(reporters.map(({ id }) => id));
    const [trusted] = reporters;
    await reportAs(ctx, trusted!, { targetType, targetId: listingId });
    expect(await stateOf(listingId)).toMatchObject({ visible: true });
    const other = await createTestUser(ctx.db, { createdAt: daysAgo(4), standing: 3 });
    await reportAs(ctx, other, { targetType, targetId: listingId });
    expect(await stateOf(listingId)).toMatchObject({ visible: false });
    const admin = adminOf(ctx, await createAdmin(ctx));
    expect(await admin.report({ caseId })).toMatchObject({ reportsWithWeight: 2 });
  });

  it('of a deactivated user do not count', async () => {
    const { listingId, targetType, reporters } = await createReportedListing(ctx, 2);
    const admin = await createAdmin(ctx);
    await adminOf(ctx, admin).deactivate({ id: reporters[0]!.id });
    await reportByOthers(ctx, 1, { targetType, targetId: listingId });
    expect(await stateOf(listingId)).toMatchObject({ visible: true });
    await reportByOthers(ctx, 1, { targetType, targetId: listingId });
    expect(await stateOf(listingId)).toMatchObject({ visible: false });
  });

  it('of three people at once make one case and hide it once', async () => {
    const seller = await createTestUser(ctx.db);
    const { id } = await database.db
      .insertInto('listings')
      .values({ sellerId: seller.id, title: 'Twice', price: '1.00' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const reporters = await Promise.all(
      [1, 2, 3].map(() => createTestUser(ctx.db, { createdAt: daysAgo(4) })),
    );
    const target = { targetType: 'listing' as const, targetId: id };
    await Promise.all(reporters.map((reporter) => reportAs(ctx, reporter, target)));
    const cases = await database.db
      .selectFrom('moderationCases')
      .select('reporterCount')
      .where('targetId', '=', id)
      .execute();
    expect(cases).toEqual([{ reporterCount: 3 }]);
    expect(await stateOf(id)).toMatchObject({ visible: false });
    expect(await notificationsTo(ctx.db, seller)).toHaveLength(1);
  });

  it('hide it after a dismissal only from the fifth new reporter on', async () => {
    const { listingId, targetType, caseId } = await createReportedListing(ctx, 3);
    const target = { targetType, targetId: listingId };
    const admin = adminOf(ctx, await createAdmin(ctx));
    await admin.resolveReport({ caseId, decision: 'dismiss', reason: 'Fine' });
    expect(await stateOf(listingId)).toMatchObject({ visible: true, hiddenByReportsAt: null });
    await passSinceDecision(ctx.db, caseId, 30 * 24 * 60);
    await reportByOthers(ctx, 4, target);
    expect(await stateOf(listingId)).toMatchObject({ visible: true });
    await reportByOthers(ctx, 1, target);
    expect(await stateOf(listingId)).toMatchObject({ visible: false });
  });

  it('do not count again by people who reported it before the decision', async () => {
    const { listingId, targetType, caseId, reporters } = await createReportedListing(ctx, 3);
    const admin = adminOf(ctx, await createAdmin(ctx));
    await admin.resolveReport({ caseId, decision: 'dismiss', reason: 'Fine' });
    for (const reporter of reporters) {
      await reportAs(ctx, reporter, { targetType, targetId: listingId });
    }
    const { items } = await admin.reports({ targetType: 'listing' });
    expect(items.map(({ targetId }) => targetId)).not.toContain(listingId);
  });
});

/** Creates a listing with two reports that carry weight, so that one more hides it. */
async function createNearlyHidden() {
  const { listingId, targetType, owner, reporters, caseId } = await createReportedListing(ctx, 2);
  const weight = async () => {
    const { items } = await adminOf(ctx, await createAdmin(ctx)).reports({});
    return items.find(({ id }) => id === caseId)?.reportsWithWeight;
  };
  const isVisible = async () => (await stateOf(listingId)).visible;
  return { target: { targetType, targetId: listingId }, owner, reporters, weight, isVisible };
}

describe('a report on a listing', () => {
  it('by a new account reaches the queue without weight', async () => {
    const { target, weight, isVisible } = await createNearlyHidden();
    for (let at = 0; at < 4; at += 1) {
      await reportAs(ctx, await createTestUser(ctx.db, { createdAt: daysAgo(2) }), target);
    }
    expect(await isVisible()).toBe(true);
    expect(await weight()).toBe(2);
  });

  it('by a new account carries weight after a conversation with the seller', async () => {
    const { target, owner, isVisible } = await createNearlyHidden();
    const reporter = await createTestUser(ctx.db);
    await peopleOf(ctx).talk(reporter, owner);
    await reportAs(ctx, reporter, target);
    expect(await isVisible()).toBe(false);
  });

  it('by a new account carries weight after a conversation with an older account', async () => {
    const { target, weight } = await createNearlyHidden();
    const reporter = await createTestUser(ctx.db);
    await peopleOf(ctx).talk(reporter, await createTestUser(ctx.db, { createdAt: daysAgo(4) }));
    await reportAs(ctx, reporter, target);
    expect(await weight()).toBe(3);
  });

  it('carries no weight after a conversation among new accounts or one without an answer', async () => {
    const { target, owner, weight } = await createNearlyHidden();
    const friends = [await createTestUser(ctx.db), await createTestUser(ctx.db)];
    await peopleOf(ctx).talk(friends[0]!, friends[1]!);
    for (const friend of friends) await reportAs(ctx, friend, target);
    const stranger = await createTestUser(ctx.db);
    const listingId = await createTestListing(ctx.db, owner.id);
    const { id } = await messagingOf(ctx, stranger).openConversation({ listingId });
    await messagingOf(ctx, stranger).send({ conversationId: id, ...draft('Hello?') });
    await reportAs(ctx, stranger, target);
    expect(await weight()).toBe(2);
  });

  it.each(['buyerId', 'sellerId'] as const)(
    'by a new account carries weight after a paid order (%s)',
    async (role) => {
      const { target, weight } = await createNearlyHidden();
      const reporter = await createTestUser(ctx.db);
      const other = await createTestUser(ctx.db);
      const sides = { buyerId: other.id, sellerId: other.id, [role]: reporter.id };
      const listingId = await createTestListing(ctx.db, sides.sellerId);
      const order = { ...sides, listingId, paypalOrderId: reporter.id, title: 'Oak table' };
      const paid = { delivery: 'pickup', price: '5.00', shipping: '0.00', total: '5.00' };
      await database.db
        .insertInto('orders')
        .values({ ...order, ...paid, state: 'captured', capturedAt: new Date() })
        .execute();
      await reportAs(ctx, reporter, target);
      expect(await weight()).toBe(3);
    },
  );

  it('carries no weight from the mailbox of a report that carries weight', async () => {
    const { target, reporters, weight, isVisible } = await createNearlyHidden();
    const [name, domain] = reporters[0]!.email.split('@');
    for (const alias of [`${name}+2@${domain}`, `u.${name!.slice(1)}@${domain}`]) {
      const again = await createTestUser(ctx.db, { email: alias, createdAt: daysAgo(4) });
      await reportAs(ctx, again, target);
    }
    expect(await isVisible()).toBe(true);
    expect(await weight()).toBe(2);
  });

  it('carries no weight from the network of a report that carries weight', async () => {
    const { target, reporters, weight, isVisible } = await createNearlyHidden();
    const reporter = await createTestUser(ctx.db, { createdAt: daysAgo(4) });
    await reportAs(ctx, reporter, { ...target, ip: addressOf(reporters[0]!) });
    expect(await isVisible()).toBe(true);
    expect(await weight()).toBe(2);
  });

  it('carries weight although others came from the same private network', async () => {
    const { listingId, targetType } = await createReportedListing(ctx);
    for (let at = 0; at < 2; at += 1) {
      const reporter = await createTestUser(ctx.db, { createdAt: daysAgo(4) });
      await reportAs(ctx, reporter, { targetType, targetId: listingId, ip: '127.0.0.1' });
    }
    expect(await stateOf(listingId)).toMatchObject({ visible: false });
  });

  it('stores only hashes of its reporter’s addresses', async () => {
    const { target } = await createNearlyHidden();
    const rows = await database.db
      .selectFrom('reports')
      .select(['mailboxHash', 'networkHash'])
      .where('targetId', '=', target.targetId)
      .execute();
    for (const row of rows) {
      expect(row).toEqual({ mailboxHash: expect.any(Buffer), networkHash: expect.any(Buffer) });
    }
  });
});
