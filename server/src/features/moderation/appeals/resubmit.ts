import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { updateListingInput } from '@marketplace/shared/listings/inputs';
import type { ListingView } from '@marketplace/shared/listings/views';
import { resubmittedReason } from '@marketplace/shared/moderation/constants';
import type { AppContext } from '../../../app-context.ts';
import type { Session } from '../../../context.ts';
import { AppError, assertId } from '../../../errors.ts';
import { findLowPrice } from '../../listings/listing-rules.ts';
import { lockOwnListing, saveListing } from '../../listings/listings.ts';
import { countPosting } from '../../listings/posting-limits.ts';
import { lockOpenCase } from '../cases.ts';
import { recordDecision, reverseDecisions } from '../decisions.ts';
import { type Effects, runAndPublish } from '../effects.ts';
import { copyListing } from '../evidence.ts';
import { undecided } from '../resolve-case.ts';

/**
 * Saves an edit of the caller's hidden listing and sends it to a moderator again. Its case returns
 * to its earlier place in the queue, with the text before the edit. The listing stays hidden until
 * the decision. Throws the errors of `updateListing`, and CONFLICT for a listing that is not hidden
 * or whose appeal is open.
 */
export async function resubmitListing(
  ctx: Pick<AppContext, 'db' | 'hub' | 'secrets' | 'config' | 'limiter' | 'screener'>,
  caller: Session['user'],
  input: output<typeof updateListingInput>,
): Promise<ListingView> {
  assertId(input.id, 'Listing');
  await countPosting(ctx, caller.id, 'edit');
  const lowPrice = await findLowPrice(ctx, { ...input, sellerId: caller.id });
  const { view } = await runAndPublish(ctx, async (trx) => {
    const effects = await reopen(trx, caller, input.id);
    const { view } = await saveListing({ ...ctx, db: trx }, caller, { input, lowPrice });
    return { ...effects, view };
  });
  return view;
}

/** Puts the case of a hidden listing back into the queue, before the edit is saved. */
async function reopen(trx: Db, caller: { id: string }, listingId: string): Promise<Effects> {
  const target = { targetType: 'listing', targetId: listingId } as const;
  const open = await lockOpenCase(trx, target);
  await lockOwnListing(trx, caller, listingId);
  const { flaggedAt, hiddenByReportsAt } = await trx
    .selectFrom('listings')
    .select(['flaggedAt', 'hiddenByReportsAt'])
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow();
  if (!flaggedAt && !open) {
    throw new AppError('CONFLICT', "This listing isn't waiting for a change.");
  }
  if (await hasOpenAppeal(trx, listingId)) {
    throw new AppError('CONFLICT', "You appealed this decision. We'll answer soon.");
  }
  const caseId = open?.id ?? (await reopenDecided(trx, listingId, flaggedAt));
  const copy = await copyListing(trx, listingId);
  const evidence = JSON.stringify(copy?.evidence);
  const report = { ...target, caseId, reason: resubmittedReason, evidence };
  await trx.insertInto('reports').values(report).execute();
  const event = { type: 'report', caseId, change: 'reported' } as const;
  if (!flaggedAt) return { listingIds: [listingId], adminEvents: [event] };
  await reverseDecisions(trx, { ...target, kind: 'flagged' });
  await trx
    .updateTable('listings')
    .set({ flaggedAt: null, flagReason: null })
    .set({ hiddenByReportsAt: hiddenByReportsAt ?? sql<Date>`now()` })
    .where('id', '=', listingId)
    .execute();
  const reason = 'You sent this listing again. A moderator will look at it.';
  await recordDecision(trx, { ...target, kind: 'hidden', userId: caller.id, caseId, reason });
  const changed = { type: 'listingChanged', listingId } as const;
  return { listingIds: [listingId], adminEvents: [event, changed] };
}

async function hasOpenAppeal(trx: Db, listingId: string): Promise<boolean> {
  const appeal = await trx
    .selectFrom('decisions')
    .select('id')
    .where((eb) => eb.and({ targetType: 'listing', targetId: listingId, kind: 'flagged' }))
    .where('reversedAt', 'is', null)
    .where(sql<boolean>`exists (select from moderation_cases c
      where c.target_type = 'decision' and c.target_id = decisions.id and c.status = 'open')`)
    .executeTakeFirst();
  return appeal !== undefined;
}

/** Reopens the case in which a listing was flagged. A listing flagged without one gets a case. */
async function reopenDecided(trx: Db, targetId: string, flaggedAt: Date | null): Promise<string> {
  const reopened = await trx
    .updateTable('moderationCases')
    .set(undecided)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('moderationCases')
        .select('id')
        .where(eb.and({ targetType: 'listing', targetId, decision: 'flag' }))
        .orderBy('decidedAt', 'desc')
        .limit(1),
    )
    .returning('id')
    .executeTakeFirst();
  if (reopened) return reopened.id;
  const { id } = await trx
    .insertInto('moderationCases')
    .values({ targetType: 'listing', targetId, lastReportAt: flaggedAt ?? sql<Date>`now()` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
