import { type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Users } from '@marketplace/db/types.generated';
import { maxCountedListings, type ReplyTime } from '@marketplace/shared/account/constants';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { imagePath } from '@marketplace/shared/media/urls';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import { displayName } from '@marketplace/shared/users/names';
import type { PublicUser, ProfileView } from '@marketplace/shared/users/views';
import type { Session } from '../../context.ts';
import { AppError, assertId, notFound } from '../../errors.ts';

/** The address of a user's picture in the size that others load, or null. */
export function profileImageUrl(avatarImageId: string | null): string | null {
  return avatarImageId && imagePath(avatarImageId, 320);
}

/** The mean rating with one decimal, 0 without reviews. */
export function meanRating(of: { ratingSum: number; ratingCount: number }): number {
  return of.ratingCount === 0 ? 0 : Math.round((of.ratingSum / of.ratingCount) * 10) / 10;
}

/** The user as they see themselves. Throws if there is none: the caller has a live session. */
export async function getCurrentUser(db: Db, userId: string): Promise<CurrentUser> {
  const { avatarImageId, membershipTier, createdAt, ...same } = await db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName', 'username', 'avatarImageId', 'isAdmin'])
    .select(['town', 'membershipTier', 'createdAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    ...same,
    profileImageUrl: profileImageUrl(avatarImageId),
    membershipTier: tierOf(membershipTier),
    createdAt: createdAt.toISOString(),
  };
}

/** Locks a user against deactivation and deletion. Throws UNAUTHORIZED if either has happened. */
export async function lockActiveUser(trx: Db, userId: string): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deactivatedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new AppError('UNAUTHORIZED', unauthorized);
}

/** The user of a session or an API token. */
export function toSessionUser(
  user: Pick<Selectable<Users>, 'id' | 'email' | 'isAdmin' | 'membershipTier'>,
): Session['user'] {
  const { id, email, isAdmin, membershipTier } = user;
  return { id, email, isAdmin, membershipTier: tierOf(membershipTier) };
}

/** What a stored membership means. */
export function tierOf(stored: string): Session['user']['membershipTier'] {
  return stored === 'premium' ? 'premium' : 'free';
}

/** A user's public data. Throws NOT_FOUND if there is none, and for a deactivated or deleted user. */
export async function getPublicUser(db: Db, id: string): Promise<PublicUser> {
  assertId(id, 'User');
  const row = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'username', 'avatarImageId', 'createdAt'])
    .select(['town', 'ratingSum', 'ratingCount'])
    .where('id', '=', id)
    .where('deactivatedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('User');
  const { avatarImageId, town, createdAt, ratingSum, ratingCount, ...names } = row;
  return {
    ...names,
    displayName: displayName(names),
    profileImageUrl: profileImageUrl(avatarImageId),
    town,
    memberSince: createdAt.toISOString(),
    sellerRating: meanRating({ ratingSum, ratingCount }),
    sellerReviewCount: ratingCount,
  };
}

/** A user's public page. Throws NOT_FOUND, also for a deactivated or deleted user. */
export async function getProfile(db: Db, id: string): Promise<ProfileView> {
  const user = await getPublicUser(db, id);
  const [activeListings, replyTime] = await Promise.all([
    countListings(db, user.id),
    findReplyTime(db, user.id),
  ]);
  return { ...user, activeListings, replyTime };
}

async function countListings(db: Db, sellerId: string): Promise<number> {
  const some = db
    .selectFrom('listings')
    .select('id')
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .where('visible', '=', true)
    .limit(maxCountedListings);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many conversations are looked at: the newest ones of the last days. */
const conversations = 20;
const days = 90;
/** Fewer known reply times than this say nothing. */
const enough = 3;
/** A reply is looked for among the first messages of a conversation. */
const firstMessages = 50;

const hour = 3600;

/** The median time to the seller's first answer. No answer counts as the longest after a day. */
async function findReplyTime(db: Db, sellerId: string): Promise<ReplyTime | null> {
  const { rows } = await sql<{ known: number; median: number | null }>`
    with recent as (
      select c.id from conversation_participants p
      join conversations c on c.id = p.conversation_id
      where p.user_id = ${sellerId} and c.seller_id = ${sellerId} and c.last_seq > 0
        and p.last_message_at > now() - make_interval(days => ${days})
        and c.created_at > now() - make_interval(days => ${days})
      order by p.last_message_at desc, p.conversation_id desc
      limit ${conversations}
    ), times as (
      select extract(epoch from reply.created_at - first.created_at)::float8 as seconds,
        first.created_at as asked_at
      from recent
      join messages first on first.conversation_id = recent.id and first.seq = 1
        and first.sender_id <> ${sellerId}
      left join lateral (
        select m.created_at from messages m
        where m.conversation_id = recent.id and m.seq <= ${firstMessages}
          and m.sender_id = ${sellerId}
        order by m.seq limit 1
      ) reply on true
    )
    select count(*)::integer as known,
      percentile_disc(0.5) within group (order by coalesce(seconds, 'infinity')) as median
    from times
    where seconds is not null or asked_at < now() - interval '1 day'`.execute(db);
  const { known = 0, median = null } = rows[0] ?? {};
  if (known < enough || median === null) return null;
  if (median <= hour) return 'within an hour';
  if (median <= 6 * hour) return 'within a few hours';
  return median <= 24 * hour ? 'within a day' : null;
}
