import { type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Users } from '@marketplace/db/types.generated';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { imagePath } from '@marketplace/shared/media/urls';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import { displayName } from '@marketplace/shared/users/names';
import type { PublicUser } from '@marketplace/shared/users/views';
import { assertNotSuspended, type Session, type Suspension } from '../../context.ts';
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
  const { avatarImageId, membershipTier, createdAt, ...row } = await db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName', 'username', 'avatarImageId', 'isAdmin'])
    .select(['town', 'membershipTier', 'createdAt', 'suspendedUntil', 'suspensionReason'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { suspendedUntil, suspensionReason, ...same } = row;
  return {
    ...same,
    profileImageUrl: profileImageUrl(avatarImageId),
    membershipTier: tierOf(membershipTier),
    createdAt: createdAt.toISOString(),
    ...viewSuspension({ suspendedUntil, suspensionReason }),
  };
}

/**
 * Locks a user against suspension, deactivation and deletion. Throws FORBIDDEN after the first, and
 * UNAUTHORIZED after the others.
 */
export async function lockActiveUser(trx: Db, userId: string): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select(['suspendedUntil', 'suspensionReason'])
    .where((eb) => eb.and({ id: userId, deactivatedAt: null, deletedAt: null }))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('UNAUTHORIZED', unauthorized));
  assertNotSuspended(suspensionOf(user));
}

type SuspensionRow = Pick<Selectable<Users>, 'suspendedUntil' | 'suspensionReason'>;

/** Returns the user's suspension, which may be over, or undefined. */
export function suspensionOf(row: SuspensionRow): Suspension | undefined {
  const { suspendedUntil: until, suspensionReason: reason } = row;
  return until && reason ? { until, reason } : undefined;
}

/** Returns the current suspension as views have it, or nothing. */
export function viewSuspension(row: SuspensionRow): Pick<CurrentUser, 'suspension'> {
  const suspension = suspensionOf(row);
  if (!suspension || suspension.until.getTime() <= Date.now()) return {};
  return { suspension: { ...suspension, until: suspension.until.toISOString() } };
}

/** Throws FORBIDDEN for a suspended user, for calls that come without a session. */
export async function assertUserNotSuspended(db: Db, userId: string): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['suspendedUntil', 'suspensionReason'])
    .where('id', '=', userId)
    .executeTakeFirst();
  assertNotSuspended(user && suspensionOf(user));
}

/** The user of a session or an API token. */
export function toSessionUser(
  user: Pick<Selectable<Users>, 'id' | 'email' | 'isAdmin' | 'membershipTier' | 'standing'> &
    Pick<Session['user'], 'hasFactor' | 'adminSince'> &
    SuspensionRow & { hidesListings: boolean },
): Session['user'] {
  const { id, email, isAdmin, membershipTier, hidesListings, standing, hasFactor } = user;
  const suspension = suspensionOf(user);
  return {
    ...{ id, email, isAdmin, hidesListings, standing, hasFactor },
    membershipTier: tierOf(membershipTier),
    adminSince: user.adminSince,
    ...(suspension && { suspension }),
  };
}

/** An SQL condition: the user `u` hid listings. */
export const hidesListings = 'exists (select from hidden_listings where user_id = u.id)';

/** Returns the id of a user who hid listings, for lists to leave them out. */
export function hiderOf(user: Session['user'] | null | undefined): string | undefined {
  return user?.hidesListings ? user.id : undefined;
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
    .select([
      'town',
      'ratingSum',
      'ratingCount',
      sql<string | null>`away_until::text`.as('awayUntil'),
    ])
    .where((eb) => eb.and({ id, deactivatedAt: null, deletedAt: null }))
    .executeTakeFirstOrThrow(() => notFound('User'));
  const { avatarImageId, town, createdAt, ratingSum, ratingCount, awayUntil, ...names } = row;
  return {
    ...names,
    displayName: displayName(names),
    profileImageUrl: profileImageUrl(avatarImageId),
    town,
    memberSince: createdAt.toISOString(),
    awayUntil,
    sellerRating: meanRating({ ratingSum, ratingCount }),
    sellerReviewCount: ratingCount,
  };
}

/** Returns true for an account of the lowest standing, whose daily limits are lower. */
export async function isNewAccount(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('standing')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.standing === 0;
}
