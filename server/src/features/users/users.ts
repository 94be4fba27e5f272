import type { Selectable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Users } from '@marketplace/db/types.generated';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { isId } from '@marketplace/shared/ids';
import { imagePath } from '@marketplace/shared/media/urls';
import { displayName } from '@marketplace/shared/users/names';
import type { PublicUser } from '@marketplace/shared/users/views';
import type { Session } from '../../context.ts';
import { AppError } from '../../errors.ts';

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
    .select(['membershipTier', 'createdAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    ...same,
    profileImageUrl: profileImageUrl(avatarImageId),
    membershipTier: tierOf(membershipTier),
    createdAt: createdAt.toISOString(),
  };
}

/** The user of a session or an API token. */
export function toSessionUser({
  id,
  email,
  isAdmin,
  membershipTier,
}: Pick<Selectable<Users>, 'id' | 'email' | 'isAdmin' | 'membershipTier'>): Session['user'] {
  return { id, email, isAdmin, membershipTier: tierOf(membershipTier) };
}

/** What a stored membership means. */
export function tierOf(stored: string): Session['user']['membershipTier'] {
  return stored === 'premium' ? 'premium' : 'free';
}

/** A user's public data. Throws NOT_FOUND if there is none, and for a deactivated or deleted user. */
export async function getPublicUser(db: Db, id: string): Promise<PublicUser> {
  const row = isId(id)
    ? await db
        .selectFrom('users')
        .select(['id', 'firstName', 'lastName', 'username', 'avatarImageId', 'createdAt'])
        .select(['ratingSum', 'ratingCount'])
        .where('id', '=', id)
        .where('deactivatedAt', 'is', null)
        .where('deletedAt', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new AppError('NOT_FOUND', 'User not found');
  const { avatarImageId, createdAt, ratingSum, ratingCount, ...names } = row;
  return {
    ...names,
    displayName: displayName(names),
    profileImageUrl: profileImageUrl(avatarImageId),
    memberSince: createdAt.toISOString(),
    sellerRating: meanRating({ ratingSum, ratingCount }),
    sellerReviewCount: ratingCount,
  };
}
