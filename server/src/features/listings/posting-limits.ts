import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { AppError } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import type { LimitRule } from '../../platform/limiter.ts';

const seconds = 24 * 60 * 60;
const newPosts: LimitRule = {
  name: 'listing-of-new-account',
  points: 50,
  seconds,
  text: 'You can post {points} listings a day in your first three days.',
};
const posts: LimitRule = {
  name: 'listing',
  points: 200,
  seconds,
  text: 'You can post {points} listings a day.',
};
const newEdits: LimitRule = {
  name: 'listing-edit-of-new-account',
  points: 50,
  seconds,
  text: 'You can edit listings {points} times a day in your first three days.',
};
const edits: LimitRule = {
  name: 'listing-edit',
  points: 200,
  seconds,
  text: 'You can edit listings {points} times a day.',
};

/** Counts a listing that the user posts or edits. Throws TOO_MANY_REQUESTS above the daily limit. */
export async function takePosting(
  { db, limiter }: Pick<AppContext, 'db' | 'limiter'>,
  userId: string,
  kind: 'post' | 'edit',
): Promise<void> {
  const isNew = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('createdAt', '>', sql<Date>`now() - interval '3 days'`)
    .executeTakeFirst();
  const [ofNew, usual] = kind === 'post' ? [newPosts, posts] : [newEdits, edits];
  await limiter.take(isNew ? ofNew : usual, userId);
}

/** How many listings of a seller may say the same within a day. */
const maxAlike = 4;

interface Wording {
  /** The listing itself, where it exists. */
  id?: string;
  sellerId: string;
  title: string;
  description: string;
}

/**
 * Refuses the fifth listing of a seller with the same title and description within a day: a CONFLICT
 * that names the first. Letter case does not tell two apart.
 */
export async function refuseRepeated(
  db: Db,
  { id, sellerId, title, description }: Wording,
): Promise<void> {
  let query = db
    .selectFrom('listings')
    .select(['id', 'title'])
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .where(sql<boolean>`lower(title) = lower(${title})`)
    .where(sql<boolean>`lower(description) = lower(${description})`);
  if (id) query = query.where('id', '!=', id);
  const alike = await query.orderBy('createdAt').orderBy('id').limit(maxAlike).execute();
  const [first] = alike;
  if (!first || alike.length < maxAlike) return;
  throw new AppError(
    'CONFLICT',
    `You posted “${first.title}” ${maxAlike} times within a day. Edit that listing instead.`,
    { listing: first },
  );
}
