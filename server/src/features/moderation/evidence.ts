import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { ReportTargetType } from '@marketplace/shared/moderation/constants';
import { texts } from '@marketplace/shared/texts';
import { displayName } from '@marketplace/shared/users/names';
import { AppError, badField } from '../../errors.ts';
import { textWithDetails } from '../listings/listings.view.ts';
import { reviewNotFound } from '../reviews/reviews.ts';

interface Reported {
  targetType: ReportTargetType;
  targetId: string;
  reporterId: string;
}

/**
 * What a report keeps of its target: what the reporter sees of it at this moment. Throws NOT_FOUND
 * for what the reporter cannot see, BAD_REQUEST for what is their own.
 */
export function findEvidence(db: Db, reported: Reported): Promise<object> {
  const { targetType, targetId, reporterId } = reported;
  return evidenceOf[targetType](db, targetId, reporterId);
}

const evidenceOf: Record<
  ReportTargetType,
  (db: Db, targetId: string, reporterId: string) => Promise<object>
> = {
  listing: listingEvidence,
  message: messageEvidence,
  review: reviewEvidence,
  user: userEvidence,
};

async function listingEvidence(db: Db, listingId: string, reporterId: string) {
  const listing = isId(listingId)
    ? await db
        .selectFrom('listings as l')
        .select(['l.sellerId', 'l.title', 'l.price', 'l.description', 'l.category', 'l.location'])
        .select('l.details')
        .select(
          sql<string[]>`array(select image_id from listing_images
            where listing_id = l.id order by position)`.as('imageIds'),
        )
        .where('l.id', '=', listingId)
        .where('l.visible', '=', true)
        .executeTakeFirst()
    : undefined;
  if (!listing) throw new AppError('NOT_FOUND', texts.listingNotFound);
  if (listing.sellerId === reporterId) {
    throw badField('targetId', 'You cannot report your own listing.');
  }
  const { details, ...evidence } = listing;
  return { ...evidence, description: textWithDetails({ ...evidence, details }) };
}

async function reviewEvidence(db: Db, reviewId: string, reporterId: string) {
  const review = isId(reviewId)
    ? await db
        .selectFrom('reviews as r')
        .innerJoin('users as s', 's.id', 'r.sellerId')
        .select(['r.reviewerId', 'r.sellerId', 'r.listingId', 'r.rating', 'r.comment', 'r.reply'])
        .where('r.id', '=', reviewId)
        .where('r.state', '=', 'public')
        .where('s.deactivatedAt', 'is', null)
        .where('s.deletedAt', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (!review) throw reviewNotFound();
  if (review.reviewerId === reporterId) {
    throw badField('targetId', 'You cannot report your own review.');
  }
  return review;
}

async function userEvidence(db: Db, userId: string, reporterId: string) {
  const user = isId(userId)
    ? await db
        .selectFrom('users')
        .select(['id', 'firstName', 'lastName', 'username', 'avatarImageId'])
        .where('id', '=', userId)
        .where('deactivatedAt', 'is', null)
        .where('deletedAt', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (!user) throw new AppError('NOT_FOUND', 'User not found');
  if (user.id === reporterId) throw badField('targetId', 'You cannot report yourself.');
  const { username, avatarImageId } = user;
  return {
    displayName: displayName(user),
    username,
    imageIds: avatarImageId ? [avatarImageId] : [],
  };
}

/** Messages before the reported one that are kept with it. */
const messagesBefore = 5;

/**
 * What a report of a message keeps of it: who wrote what and when, where, and the messages before
 * it, oldest first. Throws NOT_FOUND for those who are not part of its conversation, BAD_REQUEST for
 * one's own message.
 */
async function messageEvidence(db: Db, messageId: string, reporterId: string) {
  const message = isId(messageId) ? await findMessage(db, messageId, reporterId) : undefined;
  if (!message) throw new AppError('NOT_FOUND', 'Message not found');
  if (message.senderId === reporterId) {
    throw badField('targetId', 'You cannot report your own message.');
  }
  const before = await db
    .selectFrom('messages')
    .select(['senderId', 'content', 'seq', 'createdAt'])
    .where('conversationId', '=', message.conversationId)
    .where('seq', '<', message.seq)
    .orderBy('seq', 'desc')
    .limit(messagesBefore)
    .execute();
  const { conversationId, listingId } = message;
  return { conversationId, listingId, ...kept(message), before: before.toReversed().map(kept) };
}

async function findMessage(db: Db, messageId: string, readerId: string) {
  return db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .innerJoin('conversationParticipants as p', 'p.conversationId', 'm.conversationId')
    .select(['m.conversationId', 'c.listingId', 'm.senderId', 'm.content', 'm.seq', 'm.createdAt'])
    .where('m.id', '=', messageId)
    .where('p.userId', '=', readerId)
    .executeTakeFirst();
}

function kept(message: { senderId: string; content: string; seq: string; createdAt: Date }) {
  const { senderId, content, seq, createdAt } = message;
  return { senderId, content, seq: Number(seq), createdAt: createdAt.toISOString() };
}
