import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isolated } from '@marketplace/shared/direction';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { perDay } from '../../platform/limiter.ts';

const newPosts = perDay(
  'listing-of-new-account',
  50,
  'You can post {points} listings a day in your first three days.',
);
const posts = perDay('listing', 200, 'You can post {points} listings a day.');
const newEdits = perDay(
  'listing-edit-of-new-account',
  50,
  'You can edit listings {points} times a day in your first three days.',
);
const edits = perDay('listing-edit', 200, 'You can edit listings {points} times a day.');

/** Counts a post or an edit toward the user's daily limit. Throws TOO_MANY_REQUESTS. */
export async function countPosting(
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

/** How many listings of a seller may have the same text within a day. */
const maxAlike = 4;

/**
 * Throws CONFLICT for a seller's fifth listing with the same text, in any case, within a day. `id`
 * is that of an existing listing.
 */
export async function refuseRepeated(
  db: Db,
  listing: { id?: string; sellerId: string; title: string; description: string },
): Promise<void> {
  const { id, sellerId, title, description } = listing;
  let query = db
    .selectFrom('listings')
    .select(['id', 'title'])
    .where((eb) => eb.and({ sellerId, deletedAt: null }))
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .where(sql<boolean>`lower(title) = lower(${title})`)
    .where(sql<boolean>`lower(description) = lower(${description})`);
  if (id) query = query.where('id', '!=', id);
  const alike = await query.orderBy('createdAt').orderBy('id').limit(maxAlike).execute();
  const [first] = alike;
  if (!first || alike.length < maxAlike) return;
  throw new AppError(
    'CONFLICT',
    `You've already posted “${isolated(first.title)}” ${maxAlike} times in the last 24 hours. Edit that listing instead.`,
    { listing: first },
  );
}
