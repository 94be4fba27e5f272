import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { AdminUser, adminUsersInput } from '@marketplace/shared/admin/schemas';
import type { Page } from '@marketplace/shared/pagination';
import { displayName } from '@marketplace/shared/users/names';
import { AppError } from '../../errors.ts';
import { decodeCursor, pageOfRows } from '../../platform/cursor.ts';
import { withTimeLimit } from '../../platform/time-limit.ts';
import { readTotals } from '../../realtime/totals.ts';
import { meanRating, profileImageUrl, tierOf } from '../users/users.ts';

/** A page of all users but those deleted, newest first; `total` where nothing narrows it down. */
export async function listUsers(
  db: Db,
  query: output<typeof adminUsersInput>,
): Promise<Page<AdminUser> & { total?: number }> {
  const { limit, search, filter } = query;
  const rows = search
    ? await withTimeLimit(db, (trx) => firstUsers(trx, query))
    : await firstUsers(db, query);
  const page = pageOfRows(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
  const isWhole = !search && filter === 'all';
  return {
    ...page,
    items: page.items.map(viewUser),
    ...(isWhole ? { total: (await readTotals(db)).users } : {}),
  };
}

function firstUsers(
  db: Db,
  { cursor, limit, search, filter }: output<typeof adminUsersInput>,
): Promise<UserRow[]> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  let users = usersOf(db).where('u.deletedAt', 'is', null);
  if (filter === 'active') users = users.where('u.deactivatedAt', 'is', null);
  if (filter === 'deactivated') users = users.where('u.deactivatedAt', 'is not', null);
  if (filter === 'admins') users = users.where('u.isAdmin', '=', true);
  if (filter === 'premium') users = users.where('u.membershipTier', '=', 'premium');
  if (search) users = users.where(personMatches(search));
  if (after) users = users.where(sql<boolean>`(u.created_at, u.id) < (${after.at}, ${after.id})`);
  return users
    .orderBy('u.createdAt', 'desc')
    .orderBy('u.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** One user as admins see them. Throws NOT_FOUND for none. */
export async function getUser(db: Db, id: string): Promise<AdminUser> {
  const row = await usersOf(db).where('u.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND', 'User not found');
  return viewUser(row);
}

/** The condition that the email address or a name of the user `u` contains this text. Has an index. */
export function personMatches(search: string) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`(u.email || ' ' || u.username || ' ' || coalesce(u.first_name, '') || ' '
    || coalesce(u.last_name, '')) ilike ${pattern}`;
}

function usersOf(db: Db) {
  return db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.email',
      'u.username',
      'u.firstName',
      'u.lastName',
      'u.avatarImageId',
      'u.isAdmin',
      'u.membershipTier',
      'u.canUsePaypal',
      'u.ratingSum',
      'u.ratingCount',
      'u.createdAt',
      'u.lastSeenAt',
      'u.deactivatedAt',
    ]);
}

type UserRow = Awaited<ReturnType<ReturnType<typeof usersOf>['execute']>>[number];

function viewUser(row: UserRow): AdminUser {
  const { avatarImageId, ratingSum, ratingCount, ...same } = row;
  return {
    ...same,
    displayName: displayName(row),
    profileImageUrl: profileImageUrl(avatarImageId),
    isActive: row.deactivatedAt === null,
    membershipTier: tierOf(row.membershipTier),
    sellerRating: meanRating({ ratingSum, ratingCount }),
    sellerReviewCount: ratingCount,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
  };
}
