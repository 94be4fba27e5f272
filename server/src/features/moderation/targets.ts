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
  const found = Array.from(byType, async ([targetType, some]) => {
    const rows = await finders[targetType](
      db,
      some.map(({ targetId }) => targetId),
    );
    return rows.map((row) => ({ image: null, path: null, ...row, targetType }));
  });
  return (await Promise.all(found)).flat();
}

/**
 * A target as its finder returns it. `findTargets` adds the type, and null for an omitted image or
 * path.
 */
type Found = Omit<FoundTarget, 'targetType' | 'image' | 'path'> &
  Partial<Pick<FoundTarget, 'image' | 'path'>>;

/** A target of which no trace is left. */
export const gone = {
  title: 'Gone',
  text: '',
  image: null,
  path: null,
  state: 'deleted',
  ownerId: null,
};

const finders: Record<Target['targetType'], (db: Db, ids: string[]) => Promise<Found[]>> = {
  listing: findListings,
  message: findMessages,
  review: findReviews,
  user: findUsers,
  decision: findDecided,
};

async function findListings(db: Db, ids: string[]): Promise<Found[]> {
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
        when l.held_at is not null then 'held'
        when l.hidden_by_reports_at is not null then 'hidden'
        when l.readable then 'active' else 'inactive' end`.as('state'),
    )
    .where('l.id', 'in', ids)
    .execute();
  return rows.map((row) => ({
    targetId: row.id,
    title: row.title,
    text: textWithDetails(row),
    image: row.imageId && imagePath(row.imageId, 320),
    path: row.deletedAt ? null : `/listings/${row.id}`,
    state: row.state,
    ownerId: row.sellerId,
  }));
}

async function findMessages(db: Db, ids: string[]): Promise<Found[]> {
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .select(['m.id', 'm.content', 'm.senderId', 'm.conversationId', 'c.listingTitle'])
    .where('m.id', 'in', ids)
    .execute();
  return rows.map((row) => ({
    targetId: row.id,
    title: `Message about ${isolated(row.listingTitle)}`,
    text: row.content,
    state: row.content === texts.messageRemoved ? 'deleted' : 'active',
    ownerId: row.senderId,
    conversationId: row.conversationId,
  }));
}

async function findReviews(db: Db, ids: string[]): Promise<Found[]> {
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
  if (gone.length === 0) return found;
  // Reviews that were removed are known from the evidence of reports.
  const { rows: removed } = await sql<{ targetId: string; evidence: ReviewEvidence }>`
    select distinct on (target_id) target_id, evidence from reports
    where target_type = 'review' and target_id = any(${gone}::uuid[]) and evidence is not null
    order by target_id, created_at desc`.execute(db);
  return [...found, ...removed.map((row) => viewReview(row.targetId, row.evidence))];
}

type ReviewEvidence = { rating: number; comment: string | null; reviewerId: string | null };

function viewReview(id: string, { rating, comment, reviewerId }: ReviewEvidence): Found {
  return {
    targetId: id,
    title: 'Review',
    text: [`${rating} of 5`, comment].filter(Boolean).join(': '),
    state: 'deleted',
    ownerId: reviewerId,
  };
}

/** Finds the targets of decisions, for appeals. Their owner is the person who appealed. */
async function findDecided(db: Db, ids: string[]): Promise<Found[]> {
  const decisions = await db
    .selectFrom('decisions')
    .select(['id', 'targetType', 'targetId', 'userId'])
    .$narrowType<Target>()
    .where('id', 'in', ids)
    .execute();
  const targets = await findTargets(db, decisions);
  return decisions.map(({ id, targetType, targetId, userId }) => ({
    ...(targets.find((one) => one.targetType === targetType && one.targetId === targetId) ?? gone),
    targetId: id,
    ownerId: userId,
  }));
}

async function findUsers(db: Db, ids: string[]): Promise<Found[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'username', 'deletedAt', 'deactivatedAt'])
    .select('avatarImageId')
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => {
    const state = row.deletedAt ? 'deleted' : row.deactivatedAt ? 'deactivated' : 'active';
    return {
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
