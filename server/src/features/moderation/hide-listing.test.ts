import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Parts } from '../../parts.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createRecordingHub, createTestParts } from '../../test/parts.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf } from '../listings/listings.fixtures.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import {
  createAdmin,
  createReportedListing,
  openCaseOf,
  passSinceDecision,
  reportAs,
  reportByOthers,
  toldTo,
} from './moderation.fixtures.ts';

let database: TestDatabase;
let parts: Parts;

beforeAll(async () => {
  database = await createTestDatabase();
  parts = createTestParts(database);
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
  it('hide it at the second person, and its seller and the admins are told', async () => {
    const hub = createRecordingHub();
    const heard = { ...parts, hub };
    const { listingId, owner, targetType, caseId } = await createReportedListing(heard);
    expect(await stateOf(listingId)).toMatchObject({ visible: true, hiddenByReportsAt: null });
    await reportByOthers(heard, 1, { targetType, targetId: listingId });
    expect(await stateOf(listingId)).toEqual({
      isActive: false,
      visible: false,
      hiddenByReportsAt: expect.any(Date),
    });
    await expect(callerOf(parts).byId({ id: listingId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await toldTo(parts.db, owner)).toMatchObject([
      { type: 'flag', data: { listingId, what: 'hidden', reason: null } },
    ]);
    expect(hub.woken).toContain(owner.id);
    const reported = { type: 'report', caseId, change: 'reported' };
    expect(hub.adminNews).toEqual([reported, reported, { type: 'listingFlagged', listingId }]);
  });

  it('of one person do not, however often', async () => {
    const { listingId, targetType, reporters } = await createReportedListing(parts);
    await reportAs(parts, reporters[0]!, { targetType, targetId: listingId });
    expect(await stateOf(listingId)).toMatchObject({ visible: true });
  });

  it('of somebody who was deactivated do not count', async () => {
    const { listingId, targetType, reporters } = await createReportedListing(parts);
    const admin = await createAdmin(parts);
    await adminOf(parts, admin).deactivate({ id: reporters[0]!.id });
    await reportByOthers(parts, 1, { targetType, targetId: listingId });
    expect(await stateOf(listingId)).toMatchObject({ visible: true });
    await reportByOthers(parts, 1, { targetType, targetId: listingId });
    expect(await stateOf(listingId)).toMatchObject({ visible: false });
  });

  it('of two at once make one case and hide it once', async () => {
    const seller = await createTestUser(parts.db);
    const { id } = await database.db
      .insertInto('listings')
      .values({ sellerId: seller.id, title: 'Twice', price: '1.00' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const reporters = await Promise.all([1, 2].map(() => createTestUser(parts.db)));
    const target = { targetType: 'listing' as const, targetId: id };
    await Promise.all(reporters.map((reporter) => reportAs(parts, reporter, target)));
    const cases = await database.db
      .selectFrom('moderationCases')
      .select('reporterCount')
      .where('targetId', '=', id)
      .execute();
    expect(cases).toEqual([{ reporterCount: 2 }]);
    expect(await stateOf(id)).toMatchObject({ visible: false });
    expect(await toldTo(parts.db, seller)).toHaveLength(1);
  });

  it('after a decision need five new people for seven days, and two again after that', async () => {
    const { listingId, targetType, caseId } = await createReportedListing(parts, 2);
    const target = { targetType, targetId: listingId };
    const admin = adminOf(parts, await createAdmin(parts));
    await admin.resolveReport({ caseId, decision: 'dismiss', reason: 'Fine' });
    expect(await stateOf(listingId)).toMatchObject({ visible: true, hiddenByReportsAt: null });
    await reportByOthers(parts, 4, target);
    expect(await stateOf(listingId)).toMatchObject({ visible: true });
    await reportByOthers(parts, 1, target);
    expect(await stateOf(listingId)).toMatchObject({ visible: false });

    const second = await openCaseOf(parts, listingId);
    await admin.resolveReport({ caseId: second, decision: 'dismiss', reason: 'Fine' });
    for (const decided of [caseId, second]) {
      await passSinceDecision(parts.db, decided, 7 * 24 * 60 + 1);
    }
    await reportByOthers(parts, 1, target);
    expect(await stateOf(listingId)).toMatchObject({ visible: true });
    await reportByOthers(parts, 1, target);
    expect(await stateOf(listingId)).toMatchObject({ visible: false });
  });

  it('of those who reported it before the decision are no new ones', async () => {
    const { listingId, targetType, caseId, reporters } = await createReportedListing(parts, 2);
    const admin = adminOf(parts, await createAdmin(parts));
    await admin.resolveReport({ caseId, decision: 'dismiss', reason: 'Fine' });
    for (const reporter of reporters) {
      await reportAs(parts, reporter, { targetType, targetId: listingId });
    }
    const { items } = await admin.reports({ targetType: 'listing' });
    expect(items.map(({ targetId }) => targetId)).not.toContain(listingId);
  });
});
