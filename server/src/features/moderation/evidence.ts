import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { ReportTargetType } from '@marketplace/shared/moderation/constants';
import { displayName, personName } from '@marketplace/shared/users/names';
import { badField, notFound } from '../../errors.ts';
import { inBatches } from '../../platform/jobs.ts';
import { textWithDetails } from '../listings/listings.view.ts';
import { auditReported } from './audit-log.ts';

type Reported = { targetType: ReportTargetType; targetId: string; reporterId: string };

type Found = { evidence: object; ownerId: string | null };

type Find = (db: Db, reported: Reported) => Promise<Found | undefined>;

const targets: Record<ReportTargetType, { find: Find; name: string; own: string }> = {
  listing: { find: findListing, name: 'Listing', own: 'your own listing' },
  message: { find: findMessage, name: 'Message', own: 'your own message' },
  review: { find: findReview, name: 'Review', own: 'your own review' },
  user: { find: findUser, name: 'User', own: 'yourself' },
};

/**
 * Returns a copy of what the reporter can see of the target now. Throws NOT_FOUND if the
 * reporter cannot see the target, BAD_REQUEST if it is theirs.
 */
export async function findEvidence(db: Db, reported: Reported): Promise<object> {
  const { find, name, own } = targets[reported.targetType];
  const found = isId(reported.targetId) ? await find(db, reported) : undefined;
  if (!found) throw notFound(name);
  if (found.ownerId === reported.reporterId) throw badField('targetId', `You can't report ${own}.`);
  return found.evidence;
}

async function findListing(db: Db, { targetId }: Reported): Promise<Found | undefined> {
  const copy = await copyListing(db, targetId);
  return copy?.readable ? copy : undefined;
}

/** Returns a copy of a listing in any state as evidence, and whether others can see the listing. */
export async function copyListing(db: Db, listingId: string) {
  const listing = await db
    .selectFrom('listings as l')
    .select(['l.sellerId', 'l.title', 'l.price', 'l.description', 'l.category', 'l.location'])
    .select([
      'l.readable',
      'l.details',
      sql<string[]>`array(select image_id from listing_images
        where listing_id = l.id order by position)`.as('imageIds'),
    ])
    .where('l.id', '=', listingId)
    .executeTakeFirst();
  if (!listing) return undefined;
  const { details: _, readable, ...copy } = listing;
  const evidence = { ...copy, description: textWithDetails(listing) };
  return { evidence, ownerId: listing.sellerId, readable };
}

async function findReview(db: Db, { targetId }: Reported): Promise<Found | undefined> {
  const evidence = await db
    .selectFrom('reviews as r')
    .innerJoin('users as s', 's.id', 'r.sellerId')
    .select(['r.reviewerId', 'r.sellerId', 'r.listingId', 'r.rating', 'r.comment', 'r.reply'])
    .where('r.id', '=', targetId)
    .where((eb) => eb.and({ 'r.state': 'public', 's.deactivatedAt': null, 's.deletedAt': null }))
    .executeTakeFirst();
  return evidence && { evidence, ownerId: evidence.reviewerId };
}

async function findUser(db: Db, { targetId }: Reported): Promise<Found | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'username', 'avatarImageId'])
    .where((eb) => eb.and({ id: targetId, deactivatedAt: null, deletedAt: null }))
    .executeTakeFirst();
  if (!user) return undefined;
  const { id, username, avatarImageId } = user;
  const imageIds = avatarImageId ? [avatarImageId] : [];
  return { evidence: { displayName: displayName(user), username, imageIds }, ownerId: id };
}

/** How many messages before the reported one are stored with it. */
const messagesBefore = 5;

/** Finds a message and those before it, oldest first, for a person of its conversation. */
async function findMessage(db: Db, { targetId, reporterId }: Reported): Promise<Found | undefined> {
  const message = await db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .innerJoin('conversationParticipants as p', 'p.conversationId', 'm.conversationId')
    .select(['m.conversationId', 'c.listingId', 'm.senderId', 'm.seq'])
    .where((eb) => eb.and({ 'm.id': targetId, 'p.userId': reporterId }))
    .executeTakeFirst();
  if (!message) return undefined;
  const { conversationId, listingId, senderId: ownerId } = message;
  const rows = await db
    .selectFrom('messages')
    .select(['senderId', 'content', 'kind', 'data', 'seq', 'createdAt'])
    .where('conversationId', '=', conversationId)
    .where('seq', '<=', message.seq)
    .orderBy('seq', 'desc')
    .limit(messagesBefore + 1)
    .execute();
  const [reported, ...before] = rows.map((row) => ({ ...row, seq: Number(row.seq) }));
  const evidence = { conversationId, listingId, ...reported, before: before.toReversed() };
  return { evidence, ownerId };
}

/** Returns whether a message was reported with evidence that is stored. If so, logs the read. */
export async function readReportedPhoto(
  db: Db,
  actorId: string,
  message: { messageId: string; conversationId: string },
): Promise<boolean> {
  const reported = await db
    .selectFrom('reports')
    .select('caseId')
    .where((eb) => eb.and({ targetType: 'message', targetId: message.messageId }))
    .where('evidence', 'is not', null)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  if (reported) await auditReported(db, actorId, [{ ...message, ...reported }]);
  return reported !== undefined;
}

/** Removes names and pictures from reports on users who delete their account. */
export async function anonymizeEvidence(trx: Db, userId: string): Promise<void> {
  const profile = { displayName: personName(null), username: '', imageIds: [] };
  await sql`
    update reports set evidence = evidence || ${JSON.stringify(profile)}::jsonb
    where target_type = 'user' and target_id = ${userId} and evidence is not null`.execute(trx);
  const listing = { location: '', imageIds: [] };
  await sql`
    update reports set evidence = evidence || ${JSON.stringify(listing)}::jsonb
    where target_type = 'listing' and evidence is not null
      and target_id in (select id from listings where seller_id = ${userId})`.execute(trx);
}

/** Removes the copies of a target from its reports and decisions 180 days after the decision. */
export async function sweepEvidence(db: Db): Promise<void> {
  await inBatches((size) =>
    sql`
      update decisions set undo = null, passage = null where id = any(array(
        select id from decisions
        where created_at < now() - interval '180 days' and (undo is not null or passage is not null)
        limit ${size} for update skip locked))`.execute(db),
  );
  await inBatches((size) =>
    sql`
      with old as (
        select id from moderation_cases
        where status = 'decided' and decided_at < now() - interval '180 days' and undo is not null
        limit ${size} for update skip locked
      ), emptied as (
        update reports set evidence = null, mailbox_hash = null, network_hash = null
        where case_id in (select id from old)
      )
      update moderation_cases set undo = null where id in (select id from old)`.execute(db),
  );
}
