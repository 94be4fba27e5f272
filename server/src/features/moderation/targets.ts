import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import { imagePath } from '@marketplace/shared/media/urls';
import { isolated } from '@marketplace/shared/direction';
import { texts } from '@marketplace/shared/texts';
import { personName } from '@marketplace/shared/users/names';
import { textWithDetails } from '../listings/listings.view.ts';
import type { Target } from './cases.ts';

interface FoundTarget extends Target, Omit<CaseView['target'], 'owner'> {
  ownerId: string | null;
  /** The conversation of a message. Messages are private, so reading one is audited. */
  conversationId?: string;
}

/** Finds the targets with one statement per type. */
export async function findTargets(db: Db, targets: Target[]): Promise<FoundTarget[]> {
  const byType = Map.groupBy(targets, ({ targetType }) => targetType);
  const found = await Promise.all(
    [...byType].map(([type, some]) => {
      const ids = some.map(({ targetId }) => targetId);
      return finders[type](db, ids);
    }),
  );
  return found.flat();
}

const finders: Record<Target['targetType'], (db: Db, ids: string[]) => Promise<FoundTarget[]>> = {
  listing: findListings,
  message: findMessages,
  review: findReviews,
  user: findUsers,
};

async function findListings(db: Db, ids: string[]): Promise<FoundTarget[]> {
  const rows = await db
    .selectFrom('listings as l')
    .leftJoin('listingImages as i', (join) =>
      join.onRef('i.listingId', '=', 'l.id').on('i.position', '=', 0),
    )
    .select(['l.id', 'l.title', 'l.description', 'l.details', 'l.sellerId'])
    .select(['l.deletedAt', 'i.imageId'])
    .select(
      sql<string>`case when l.deleted_at is not null then 'deleted'
        when l.flagged_at is not null then 'flagged'
        when l.hidden_by_reports_at is not null then 'hidden'
        when l.readable then 'active' else 'inactive' end`.as('state'),
    )
    .where('l.id', 'in', ids)
    .execute();
  return rows.map((row) => ({
    targetType: 'listing',
    targetId: row.id,
    title: row.title,
    text: textWithDetails(row),
    image: row.imageId && imagePath(row.imageId, 320),
    path: row.deletedAt ? null : `/listings/${row.id}`,
    state: row.state,
    ownerId: row.sellerId,
  }));
}

async function findMessages(db: Db, ids: string[]): Promise<FoundTarget[]> {
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .select(['m.id', 'm.content', 'm.senderId', 'm.conversationId', 'c.listingTitle'])
    .where('m.id', 'in', ids)
    .execute();
  return rows.map((row) => ({
    targetType: 'message',
    targetId: row.id,
    title: `Message about ${isolated(row.listingTitle)}`,
    text: row.content,
    image: null,
    path: null,
    state: row.content === texts.messageRemoved ? 'deleted' : 'active',
    ownerId: row.senderId,
    conversationId: row.conversationId,
  }));
}

async function findReviews(db: Db, ids: string[]): Promise<FoundTarget[]> {
  const rows = await db
    .selectFrom('reviews as r')
    .innerJoin('users as s', 's.id', 'r.sellerId')
    .select(['r.id', 'r.rating', 'r.comment', 'r.sellerId', 'r.reviewerId', 'r.state'])
    .select(['s.firstName', 's.lastName', 's.username', 's.deletedAt', 's.deactivatedAt'])
    .where('r.id', 'in', ids)
    .execute();
  const found = rows.map((row) => ({
    ...viewReview(row.id, row),
    title: `Review of ${isolated(personName(row))}`,
    path: row.deactivatedAt || row.deletedAt ? null : `/users/${row.sellerId}`,
    state: row.state === 'held' ? 'held' : 'active',
  }));
  const gone = ids.filter((id) => rows.every((row) => row.id !== id));
  return [...found, ...(await findRemovedReviews(db, gone))];
}

/** Finds the evidence of reviews that were removed. */
async function findRemovedReviews(db: Db, ids: string[]): Promise<FoundTarget[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('reports')
    .distinctOn('targetId')
    .select(['targetId', 'evidence'])
    .where('targetType', '=', 'review')
    .where('targetId', 'in', ids)
    .where('evidence', 'is not', null)
    .orderBy('targetId')
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map(({ targetId, evidence }) => viewReview(targetId, evidence as ReviewEvidence));
}

type ReviewEvidence = { rating: number; comment: string | null; reviewerId: string | null };

function viewReview(id: string, { rating, comment, reviewerId }: ReviewEvidence): FoundTarget {
  return {
    targetType: 'review',
    targetId: id,
    title: 'Review',
    text: [`${rating} of 5`, comment].filter(Boolean).join(': '),
    image: null,
    path: null,
    state: 'deleted',
    ownerId: reviewerId,
  };
}

async function findUsers(db: Db, ids: string[]): Promise<FoundTarget[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'username', 'deletedAt', 'deactivatedAt'])
    .select('avatarImageId')
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => {
    const state = row.deletedAt ? 'deleted' : row.deactivatedAt ? 'deactivated' : 'active';
    return {
      targetType: 'user',
      targetId: row.id,
      title: personName(row),
      text: row.deletedAt ? '' : row.username,
      image: row.deletedAt ? null : row.avatarImageId && imagePath(row.avatarImageId, 320),
      path: state === 'active' ? `/users/${row.id}` : null,
      state,
      ownerId: row.id,
    };
  });
}
