import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { heldReason } from '@marketplace/shared/moderation/constants';
import { holdHours } from '@marketplace/shared/screening/constants';
import type { HeldView } from '@marketplace/shared/screening/views';
import type { AppContext } from '../../app-context.ts';
import { lockTarget } from '../moderation/cases.ts';
import { reverseDecisions } from '../moderation/decisions.ts';
import { runAndPublish } from '../moderation/effects.ts';
import { copyListing } from '../moderation/evidence.ts';
import { listingNotification } from '../moderation/listing-actions.ts';
import { type Held, recordHeld } from './screen-texts.ts';
import type { Verdict } from './compile-rules.ts';

/** Returns true if a moderator has dismissed the case about this passage of the listing before. */
async function wasDismissed(trx: Db, listingId: string, { ruleName, passage }: Held) {
  const dismissed = await trx
    .selectFrom('decisions as d')
    .innerJoin('moderationCases as c', 'c.id', 'd.caseId')
    .select('d.id')
    .where((eb) => eb.and({ 'd.targetType': 'listing', 'd.targetId': listingId }))
    .where((eb) => eb.and({ 'd.rule': ruleName, 'd.passage': passage, 'c.decision': 'dismiss' }))
    .executeTakeFirst();
  return dismissed !== undefined;
}

/** Locks the case of a listing. Call it before the listing is locked. */
export function lockCase(trx: Db, listingId: string): Promise<void> {
  return lockTarget(trx, { targetType: 'listing', targetId: listingId });
}

/**
 * Holds a stored listing if its verdict says so, or releases a held one otherwise. Holding opens a
 * case, which `lockCase` must have locked for a listing that others know. Returns the id of the
 * case if the listing is held, else null.
 */
export async function applyVerdict(
  trx: Db,
  listing: { id: string; sellerId: string; heldAt: Date | null },
  verdict: Verdict,
): Promise<string | null> {
  const { id: listingId, sellerId, heldAt } = listing;
  const holds = verdict.action === 'hold' && !(await wasDismissed(trx, listingId, verdict));
  if (heldAt) await reverseDecisions(trx, heldDecision(listingId));
  if (!holds) {
    if (heldAt) await release(trx, [listingId]);
    return null;
  }
  await trx
    .updateTable('listings')
    .set({ isActive: false, heldAt: heldAt ?? sql<Date>`now()` })
    .where('id', '=', listingId)
    .execute();
  const caseId = await openCase(trx, listingId, verdict);
  await recordHeld(trx, { ...heldDecision(listingId), userId: sellerId, caseId }, verdict);
  return caseId;
}

const heldDecision = (targetId: string) =>
  ({ kind: 'held', targetType: 'listing', targetId }) as const;

/** Opens a case with a report by the server, or adds the report to the open case. */
async function openCase(trx: Db, targetId: string, { ruleName, passage }: Held): Promise<string> {
  const target = { targetType: 'listing', targetId };
  const { id: caseId } = await trx
    .insertInto('moderationCases')
    .values(target)
    .onConflict((conflict) =>
      conflict
        .columns(['targetType', 'targetId'])
        .where('status', '=', 'open')
        .doUpdateSet({ lastReportAt: sql<Date>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const evidence = JSON.stringify((await copyListing(trx, targetId))?.evidence);
  const comment = `${ruleName}: “${passage}”`;
  const report = { ...target, caseId, reason: heldReason, comment, evidence };
  await trx.insertInto('reports').values(report).execute();
  return caseId;
}

/** Makes locked listings public again, unless a moderator or reports have hidden them too. */
async function release(trx: Db, ids: string[]): Promise<void> {
  await trx
    .updateTable('listings')
    .set({ heldAt: null })
    .set({ isActive: sql<boolean>`flagged_at is null and hidden_by_reports_at is null` })
    .where('id', 'in', ids)
    .execute();
}

const batchSize = 100;

/**
 * Runs the job `releaseHeld`: releases listings that were held for 24 hours without a decision, and
 * notifies their sellers. Their cases stay open. Workers may run it concurrently.
 */
export async function releaseHeld(
  ctx: Pick<AppContext, 'db' | 'hub' | 'secrets' | 'config'>,
  now = new Date(),
): Promise<void> {
  const { listingIds } = await runAndPublish(ctx, async (trx) => {
    const held = await trx
      .selectFrom('listings')
      .select(['id', 'sellerId', 'title', 'flaggedAt', 'hiddenByReportsAt', 'deletedAt'])
      .where('heldAt', '<=', new Date(+now - holdHours * 60 * 60 * 1000))
      .limit(batchSize)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    const ids = held.map(({ id }) => id);
    if (ids.length > 0) await release(trx, ids);
    for (const id of ids) await reverseDecisions(trx, heldDecision(id));
    const shown = held.filter((one) => !one.flaggedAt && !one.hiddenByReportsAt && !one.deletedAt);
    return {
      listingIds: ids,
      notifications: shown.map((listing) => listingNotification(listing, 'restored', null)),
    };
  });
  if (listingIds.length === batchSize) await releaseHeld(ctx, now);
}

/** Returns why listings are held, by their id. */
export async function findHeld(db: Db, listingIds: string[]): Promise<Map<string, HeldView>> {
  if (listingIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('listings as l')
    .innerJoin('decisions as d', 'd.targetId', 'l.id')
    .select(['l.id', 'l.heldAt', 'd.rule', 'd.passage', 'd.advice'])
    .where((eb) => eb.and({ 'd.targetType': 'listing', 'd.kind': 'held', 'd.reversedAt': null }))
    .where(sql<boolean>`d.target_id = any(${listingIds}::uuid[])`)
    .where('l.heldAt', 'is not', null)
    .execute();
  return new Map(
    rows.map(({ id, heldAt, rule, passage, advice }) => {
      const until = new Date(+(heldAt ?? 0) + holdHours * 60 * 60 * 1000).toISOString();
      return [id, { rule: rule ?? '', passage: passage ?? '', advice: advice ?? '', until }];
    }),
  );
}
