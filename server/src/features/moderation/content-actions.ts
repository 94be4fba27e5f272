import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { texts } from '@marketplace/shared/texts';
import { AppError } from '../../errors.ts';
import { noTraces } from '../../platform/traces.ts';
import { haveTalked } from '../messaging/conversations.ts';
import { mailReview } from '../reviews/review-mail.ts';
import { lockPeople } from '../reviews/review-people.ts';
import { findReview, updateRating } from '../reviews/submit-review.ts';
import { type ActionResult, type CaseActionContext, notifyOwner } from './case-context.ts';
import type { StepData } from './case-context.ts';
import { reverseDecisions } from './decisions.ts';
import type { Effects, MessageBody } from './effects.ts';

/** Replaces the text and data of a message with a note. The message stays at its place. */
export async function removeMessage(context: CaseActionContext): Promise<ActionResult> {
  const { trx, targetId } = context;
  const message = await lockMessage(trx, targetId);
  if (!message) throw new AppError('CONFLICT', 'This message no longer exists.');
  if (message.content === texts.messageRemoved) {
    throw new AppError('CONFLICT', 'This message was already removed.');
  }
  const { id: messageId, content, kind, data } = message;
  return {
    steps: [{ kind: 'message', messageId, content, entry: { kind, data } }],
    ...(await rewrite(trx, message, { content: texts.messageRemoved, kind: 'text', data: null })),
    ...notifyOwner(context, 'removed'),
  };
}

export async function undoMessage(context: CaseActionContext, step: StepData['message']) {
  const { trx } = context;
  const { messageId, content, entry = { kind: 'text', data: null } } = step;
  const message = await lockMessage(trx, messageId);
  if (message?.content !== texts.messageRemoved) return {};
  return {
    ...(await rewrite(trx, message, { content, ...entry })),
    ...notifyOwner(context, 'restored'),
  };
}

type LockedMessage = NonNullable<Awaited<ReturnType<typeof lockMessage>>>;

/** Returns the message and locks its conversation. */
async function lockMessage(trx: Db, messageId: string) {
  await sql`
    select from conversations
    where id = (select conversation_id from messages where id = ${messageId})
    for no key update`.execute(trx);
  return trx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .select(['m.id', 'm.seq', 'm.content', 'm.kind', 'm.data'])
    .select(['m.conversationId', 'c.buyerId', 'c.sellerId'])
    .where('m.id', '=', messageId)
    .executeTakeFirst();
}

/** Replaces the body of a message, also in the list of conversations. */
async function rewrite(trx: Db, message: LockedMessage, body: MessageBody): Promise<Effects> {
  const { seq, conversationId } = message;
  await trx
    .updateTable('messages')
    .set({ ...body, data: body.data && JSON.stringify(body.data) })
    .where((eb) => eb.and({ conversationId, seq }))
    .execute();
  await trx
    .updateTable('conversations')
    .set({ lastMessage: body.content })
    .where((eb) => eb.and({ id: conversationId, lastSeq: seq }))
    .execute();
  const userIds = [message.buyerId, message.sellerId];
  return {
    rewritten: [{ messageId: message.id, body, userIds }],
    conversations: userIds.map((userId) => ({ userId, conversationId })),
  };
}

export function reviewNotHeld(): AppError {
  return new AppError('CONFLICT', "This review isn't waiting for a moderator.");
}

/** Publishes a held review and notifies its seller. Throws CONFLICT if it is not held. */
export async function publishReview(context: CaseActionContext): Promise<ActionResult> {
  const { trx, ctx, targetId } = context;
  const review = await changeState(trx, targetId, { from: 'held', to: 'public' });
  if (!review) throw reviewNotHeld();
  await reverseDecisions(trx, { kind: 'held', targetType: 'review', targetId });
  const steps: ActionResult['steps'] = [{ kind: 'publish', reviewId: targetId }];
  const { seller, reviewer } = review;
  if (!seller?.isActive || !reviewer) return { steps };
  const published = { ...review, change: 'first' as const, listing: review, seller, reviewer };
  const notification = await mailReview({ ...ctx, db: trx }, published);
  return { steps, notifications: notification ? [notification] : [] };
}

/** Holds a published review again, if it still exists. */
export async function undoPublish({ trx }: CaseActionContext, { reviewId }: StepData['publish']) {
  await changeState(trx, reviewId, { from: 'public', to: 'held' });
  return {};
}

/**
 * Moves a review to another state and updates its seller's rating. Returns undefined if the review
 * is not in the state `from`.
 */
async function changeState(trx: Db, reviewId: string, { from, to }: { from: string; to: string }) {
  const people = await lockPeopleOf(trx, reviewId);
  const review = await trx
    .updateTable('reviews as r')
    .from('listings as l')
    .set({ state: to })
    .whereRef('l.id', '=', 'r.listingId')
    .where((eb) => eb.and({ 'r.id': reviewId, 'r.state': from }))
    .returning(['r.sellerId', 'r.reviewerId', 'r.rating', 'r.comment', 'r.about', 'l.title'])
    .executeTakeFirst();
  if (!review) return undefined;
  const { rating, about, sellerId, reviewerId } = review;
  const before = { rating, about, state: from };
  await updateRating(trx, sellerId, { before, after: { rating, about, state: to } });
  return { ...review, seller: people?.get(sellerId), reviewer: people?.get(reviewerId ?? '') };
}

/** Deletes a review and takes it out of its seller's rating. */
export async function removeReview(context: CaseActionContext): Promise<ActionResult> {
  const { trx, targetId } = context;
  await lockPeopleOf(trx, targetId);
  const removed = await trx
    .deleteFrom('reviews')
    .where('id', '=', targetId)
    .returningAll()
    .executeTakeFirst();
  if (!removed) throw new AppError('CONFLICT', 'This review no longer exists.');
  await updateRating(trx, removed.sellerId, { before: removed });
  const stored = Object.entries(removed).map(([column, value]) => {
    if (Buffer.isBuffer(value)) return [column, value.toString('hex')];
    return [column, value instanceof Date ? value.toISOString() : value];
  });
  const review = Object.fromEntries(stored) as StepData['review']['review'];
  return { steps: [{ kind: 'review', review }], ...notifyOwner(context, 'removed') };
}

/**
 * Restores a deleted review, without a name if its author has left, and then only if they had
 * talked with the seller. Throws CONFLICT if the author has replaced it.
 */
export async function undoReview(context: CaseActionContext, { review }: StepData['review']) {
  const { trx } = context;
  const { reviewerId, sellerId } = review;
  await lockPeople(trx, [reviewerId, sellerId]);
  const author = await trx
    .selectFrom('users')
    .select(['deletedAt', haveTalked(sql.ref('users.id'), sql.val(sellerId)).as('hasTalked')])
    .where('id', '=', reviewerId)
    .executeTakeFirst();
  // An author who left before the removal had talked with the seller, or their review would have
  // gone with the account.
  if (author?.deletedAt && !author.hasTalked) return {};
  const bytes = (hex: string | null) => (hex ? Buffer.from(hex, 'hex') : null);
  const traces = {
    mailboxHash: bytes(review.mailboxHash),
    networkHash: bytes(review.networkHash),
    browserHash: bytes(review.browserHash),
  };
  const isPresent = author && !author.deletedAt;
  const restored = await trx
    .insertInto('reviews')
    .values({ ...review, ...(isPresent ? traces : { ...noTraces, reviewerId: null }) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['rating', 'state', 'about'])
    .executeTakeFirst();
  if (!restored) throw new AppError('CONFLICT', 'The author has since replaced this review.');
  await updateRating(trx, review.sellerId, { after: restored });
  return notifyOwner(context, 'restored');
}

async function lockPeopleOf(trx: Db, reviewId: string) {
  const review = await findReview(trx, reviewId);
  return review && lockPeople(trx, [review.sellerId, review.reviewerId]);
}
