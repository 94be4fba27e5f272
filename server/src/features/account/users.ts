import type { Db } from '@marketplace/db/database';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { isId } from '@marketplace/shared/ids';
import { imagePath } from '@marketplace/shared/media/urls';
import { displayName } from '@marketplace/shared/users/names';
import type { PublicUser } from '@marketplace/shared/users/views';
import { AppError } from '../../errors.ts';

/** The picture of a user as others load it, or null. */
export function profileImageUrl(avatarImageId: string | null): string | null {
  return avatarImageId && imagePath(avatarImageId, 320);
}

/** The mean rating with one decimal, 0 without reviews. */
export function meanRating(of: { ratingSum: number; ratingCount: number }): number {
  return of.ratingCount === 0 ? 0 : Math.round((of.ratingSum / of.ratingCount) * 10) / 10;
}

/** The columns that `toCurrentUser` needs. */
export const currentUserColumns = [
  'id',
  'email',
  'firstName',
  'lastName',
  'username',
  'avatarImageId',
  'isAdmin',
  'membershipTier',
  'createdAt',
] as const;

/** A user's row as they see themself. */
export function toCurrentUser(row: {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  username: string;
  avatarImageId: string | null;
  isAdmin: boolean;
  membershipTier: string;
  createdAt: Date;
}): CurrentUser {
  const { avatarImageId, membershipTier, createdAt, ...same } = row;
  return {
    ...same,
    profileImageUrl: profileImageUrl(avatarImageId),
    membershipTier: membershipTier === 'premium' ? 'premium' : 'free',
    createdAt: createdAt.toISOString(),
  };
}

/** The user as they see themself. Throws when there is none: the caller has a live session. */
export async function getCurrentUser(db: Db, userId: string): Promise<CurrentUser> {
  const row = await db
    .selectFrom('users')
    .select(currentUserColumns)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return toCurrentUser(row);
}

/** What anybody may know of a user. 404 for nobody and for those deactivated or deleted. */
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
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    username: row.username,
    displayName: displayName(row),
    profileImageUrl: profileImageUrl(row.avatarImageId),
    memberSince: row.createdAt.toISOString(),
    sellerRating: meanRating(row),
    sellerReviewCount: row.ratingCount,
  };
}
