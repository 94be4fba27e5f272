import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isolated } from '@marketplace/shared/direction';
import { dailyLimits } from '@marketplace/shared/standing/levels';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { perDay } from '../../platform/limiter.ts';
import { isNewAccount } from '../users/users.ts';

const limits = dailyLimits.listings;

const newPosts = perDay(
  'listing-of-new-account',
  limits.new,
  'New accounts can post {points} listings a day.',
);
const posts = perDay('listing', limits.usual, 'You can post {points} listings a day.');
const newEdits = perDay(
  'listing-edit-of-new-account',
  limits.new,
  'New accounts can edit listings {points} times a day.',
);
const edits = perDay('listing-edit', limits.usual, 'You can edit listings {points} times a day.');

/** Counts a post or an edit toward the user's daily limit. Throws TOO_MANY_REQUESTS. */
export async function countPosting(
  { db, limiter }: Pick<AppContext, 'db' | 'limiter'>,
  userId: string,
  kind: 'post' | 'edit',
): Promise<void> {
  const [ofNew, usual] = kind === 'post' ? [newPosts, posts] : [newEdits, edits];
  await limiter.take((await isNewAccount(db, userId)) ? ofNew : usual, userId);
}

/** How many listings of a seller may have the same text within a day. */
const maxAlike = 4;

/** The texts of listings that a check assumes were stored before, oldest first. */
export type AssumedTexts = { id?: string; title: string; description: string }[];

interface ListingText {
  /** The id and age of an existing listing. */
  id?: string;
  createdAt?: Date;
  sellerId: string;
  title: string;
  description: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Throws CONFLICT for a seller's fifth listing with the same text, in any case, within a day. Texts
 * in `assumed` count as stored, and the listing's text is added to them.
 */
export async function refuseRepeated(
  db: Db,
  listing: ListingText,
  assumed: AssumedTexts = [],
): Promise<void> {
  const { id, createdAt, sellerId, title, description } = listing;
  const known = [id, ...assumed.map((one) => one.id)].filter((one) => one !== undefined);
  let query = db
    .selectFrom('listings')
    .select(['id', 'title'])
    .where((eb) => eb.and({ sellerId, deletedAt: null }))
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .where(sql<boolean>`lower(title) = lower(${title})`)
    .where(sql<boolean>`lower(description) = lower(${description})`);
  if (known.length > 0) query = query.where(sql<boolean>`id <> all(${known}::uuid[])`);
  const stored = await query.orderBy('createdAt').orderBy('id').limit(maxAlike).execute();
  const others = assumed.filter((one) => !id || one.id !== id);
  const alike = [...stored, ...others.filter((one) => lower(one) === lower(listing))];
  const [first] = alike;
  if (first && alike.length >= maxAlike) {
    const conflict = `You've already posted “${isolated(first.title)}” ${maxAlike} times`;
    const message = `${conflict} in the last 24 hours. Edit that listing instead.`;
    throw new AppError('CONFLICT', message, { listing: stored[0] });
  }
  const isRecent = !createdAt || +createdAt > Date.now() - dayMs;
  if (isRecent) assumed.push({ ...(id && { id }), title, description });
}

const lower = ({ title, description }: { title: string; description: string }) =>
  `${title}\n${description}`.toLowerCase();
