import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import {
  createRecordingHub,
  createTestContext,
  type RecordingHub,
} from '../../test/app-context.ts';
import { adminOf } from '../admin/admin.fixtures.ts';
import { createAdmin, createReportedListing, createReportedUser } from './moderation.fixtures.ts';

let database: TestDatabase;
let hub: RecordingHub;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  hub = createRecordingHub();
  ctx = createTestContext(database, { hub });
});
afterAll(() => database.close());

async function createAdmins() {
  const ann = await createAdmin(ctx, { firstName: 'Ann', lastName: 'Admin' });
  const bob = await createAdmin(ctx, { firstName: 'Bob', lastName: 'Admin' });
  return { ann, bob, asAnn: adminOf(ctx, ann), asBob: adminOf(ctx, bob) };
}

const claimedByAnn = { code: 'CONFLICT', message: 'This report is claimed by Ann Admin.' };

describe('claiming a case', () => {
  it('shows all admins who claimed it, until it is released', async () => {
    const { caseId } = await createReportedUser(ctx);
    const { ann, asAnn, asBob } = await createAdmins();
    const claimed = await asAnn.claimReport({ caseId });
    expect(claimed.claimedBy).toMatchObject({ id: ann.id, displayName: 'Ann Admin' });
    const { items } = await asBob.reports({});
    expect(items.find(({ id }) => id === caseId)?.claimedBy?.id).toBe(ann.id);
    expect((await asAnn.releaseReport({ caseId })).claimedBy).toBeNull();
    const changes = hub.adminEvents.flatMap((news) =>
      news.type === 'report' && news.caseId === caseId ? [news.change] : [],
    );
    expect(changes).toEqual(['reported', 'claimed', 'released']);
    const entries = await database.db
      .selectFrom('auditLog')
      .select(['action', 'actorId'])
      .where('targetId', '=', caseId)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'report.claim', actorId: ann.id },
      { action: 'report.release', actorId: ann.id },
    ]);
  });

  it('refuses claims, releases and decisions of other admins with the claimer’s name', async () => {
    const { caseId, listingId } = await createReportedListing(ctx, 3);
    const { ann, asAnn, asBob } = await createAdmins();
    await asAnn.claimReport({ caseId });
    await expect(asBob.claimReport({ caseId })).rejects.toMatchObject(claimedByAnn);
    await expect(asBob.releaseReport({ caseId })).rejects.toMatchObject(claimedByAnn);
    const decision = { caseId, decision: 'delete', reason: 'Fake' } as const;
    await expect(asBob.resolveReport(decision)).rejects.toMatchObject(claimedByAnn);
    const { items } = await asBob.reports({});
    expect(items.find(({ id }) => id === caseId)).toMatchObject({
      status: 'open',
      claimedBy: { id: ann.id },
      target: { state: 'hidden', path: `/listings/${listingId}` },
    });
  });

  it('succeeds for exactly one of two admins at once', async () => {
    const { caseId } = await createReportedUser(ctx);
    const admins = await createAdmins();
    const tries = await Promise.allSettled([
      admins.asAnn.claimReport({ caseId }),
      admins.asBob.claimReport({ caseId }),
    ]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { items } = await admins.asAnn.reports({});
    const holder = items.find(({ id }) => id === caseId)?.claimedBy?.id;
    const winner = tries[0].status === 'fulfilled' ? admins.ann : admins.bob;
    expect(holder).toBe(winner.id);
  });

  it('ends after 30 minutes unless it is renewed', async () => {
    const { caseId } = await createReportedUser(ctx);
    const { bob, asAnn, asBob } = await createAdmins();
    const wait = (minutes: number) =>
      sql`update moderation_cases set claimed_at = claimed_at - make_interval(mins => ${minutes})
        where id = ${caseId}`.execute(database.db);
    await asAnn.claimReport({ caseId });
    await wait(29);
    await asAnn.claimReport({ caseId });
    await wait(29);
    await expect(asBob.claimReport({ caseId })).rejects.toMatchObject(claimedByAnn);
    await wait(1);
    const claimed = await asBob.claimReport({ caseId });
    expect(claimed.claimedBy?.id).toBe(bob.id);
  });

  it('ends when the admin is deactivated', async () => {
    const { caseId } = await createReportedUser(ctx);
    const { ann, bob, asAnn, asBob } = await createAdmins();
    await asAnn.claimReport({ caseId });
    await asBob.deactivate({ id: ann.id });
    const claimed = await asBob.claimReport({ caseId });
    expect(claimed.claimedBy?.id).toBe(bob.id);
  });

  it('lists the case under the admin’s claims', async () => {
    const { caseId } = await createReportedUser(ctx);
    const { asAnn, asBob } = await createAdmins();
    await asAnn.claimReport({ caseId });
    expect((await asAnn.reports({ mine: true })).items.map(({ id }) => id)).toEqual([caseId]);
    expect((await asBob.reports({ mine: true })).items).toEqual([]);
  });

  it.each(['claimReport', 'releaseReport', 'undoDecision'] as const)(
    'throws NOT_FOUND in %s for an unknown case',
    async (call) => {
      const { asAnn } = await createAdmins();
      for (const caseId of [randomUUID(), 'no-id']) {
        await expect(asAnn[call]({ caseId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
    },
  );
});
