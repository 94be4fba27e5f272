import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { heldReason } from '@marketplace/shared/moderation/constants';
import type { ReviewView } from '@marketplace/shared/reviews/schemas';
import { recordHeld } from '../screening/screen-texts.ts';
import type { Verdict } from '../screening/compile-rules.ts';
import { haveTalked } from '../messaging/conversations.ts';
import { areLinked } from '../standing/linked-accounts.ts';

/** How many reviews of one seller a day by suspicious authors are published without a moderator. */
const unseenReviews = 3;
/** How many reviews of that day are compared, newest first. */
const comparedReviews = 100;

/**
 * Returns the state that a stored review gets, with author and seller locked. It is uncounted if the
 * two accounts are linked, and public if they have talked or a code confirmed their hand-over.
 * Otherwise it is uncounted after another by the same author or mailbox, and held
 * if it is the fourth or later within a day by suspicious authors, whose accounts are younger than
 * a day or share a network or browser.
 */
export async function judgeReview(
  db: Db,
  reviewId: string,
  isVerified = false,
): Promise<ReviewView['state']> {
  const review = await db
    .selectFrom('reviews as r')
    .select([
      'r.sellerId',
      'r.about',
      areLinked(sql.ref('r.reviewer_id'), sql.ref('r.seller_id')).as('isLinked'),
      haveTalked(sql.ref('r.reviewer_id'), sql.ref('r.seller_id')).as('hasTalked'),
      sql<boolean>`exists (
        select from reviews other
        where other.seller_id = r.seller_id and other.id <> r.id and other.about = r.about
          and other.state not in ('uncounted', 'sealed')
          and (other.reviewer_id = r.reviewer_id or other.mailbox_hash = r.mailbox_hash))`.as(
        'isRepeated',
      ),
    ])
    .where('r.id', '=', reviewId)
    .executeTakeFirstOrThrow();
  if (review.isLinked) return 'uncounted';
  if (isVerified || review.hasTalked) return 'public';
  if (review.isRepeated) return 'uncounted';
  return (await isSuspicious(db, { ...review, reviewId })) ? 'held' : 'public';
}

async function isSuspicious(
  db: Db,
  { reviewId, sellerId, about }: { reviewId: string; sellerId: string; about: string },
): Promise<boolean> {
  const { rows } = await sql<{ count: number; isOne: boolean | null }>`
    with recent as (
      select r.id, r.reviewer_id, r.network_hash, r.browser_hash,
        u.created_at > r.created_at - interval '1 day' as is_new
      from reviews r join users u on u.id = r.reviewer_id
      where r.seller_id = ${sellerId} and r.created_at > now() - interval '1 day'
        and r.about = ${about}
        and (r.state not in ('uncounted', 'sealed') or r.id = ${reviewId})
        and not ${haveTalked(sql.ref('r.reviewer_id'), sql.ref('r.seller_id'))}
      order by r.created_at desc, r.id desc
      limit ${comparedReviews}
    )
    select count(*)::integer as count, bool_or(id = ${reviewId}) as is_one
    from recent r
    where is_new or exists (
      select from recent other
      where other.reviewer_id <> r.reviewer_id
        and (other.network_hash = r.network_hash or other.browser_hash = r.browser_hash))
    `.execute(db);
  const [found] = rows;
  return found?.isOne === true && found.count > unseenReviews;
}

/**
 * Opens a moderation case for a held review, with a report by the server. If a screening rule holds
 * the review, its author gets the decision. Returns the id of the case.
 */
export async function openHeldCase(
  db: Db,
  reviewId: string,
  verdict: Verdict = { action: 'allow' },
): Promise<string> {
  const { id: caseId } = await db
    .insertInto('moderationCases')
    .values({ targetType: 'review', targetId: reviewId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into reports (target_type, target_id, case_id, reason, evidence)
    select 'review', id, ${caseId}::uuid, ${heldReason},
      jsonb_build_object('reviewerId', reviewer_id, 'sellerId', seller_id,
        'listingId', listing_id, 'rating', rating, 'comment', comment, 'reply', reply)
    from reviews where id = ${reviewId}`.execute(db);
  if (verdict.action === 'hold') {
    const { reviewerId } = await db
      .selectFrom('reviews')
      .select('reviewerId')
      .where('id', '=', reviewId)
      .executeTakeFirstOrThrow();
    const target = { targetType: 'review', targetId: reviewId } as const;
    if (reviewerId) await recordHeld(db, { ...target, userId: reviewerId, caseId }, verdict);
  }
  return caseId;
}
