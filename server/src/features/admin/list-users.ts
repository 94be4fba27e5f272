import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { AdminUser, adminUsersInput } from '@marketplace/shared/admin/schemas';
import type { Page } from '@marketplace/shared/pagination';
import { displayName } from '@marketplace/shared/users/names';
import { notFound } from '../../errors.ts';
import { readPage } from '../../platform/cursor.ts';
import { withTimeLimit } from '../../platform/time-limit.ts';
import { readTotals } from '../../realtime/totals.ts';
import { meanRating, profileImageUrl, tierOf } from '../users/users.ts';

/**
 * Returns a page of all users that are not deleted, newest first. `total` is set if there is no
 * search and no filter.
 */
export async function listUsers(
  db: Db,
  query: output<typeof adminUsersInput>,
): Promise<Page<AdminUser> & { total?: number }> {
  const { search, filter } = query;
  const page = search
    ? await withTimeLimit(db, (trx) => readUsers(trx, query))
    : await readUsers(db, query);
  const isWhole = !search && filter === 'all';
  return {
    ...page,
    items: page.items.map(viewUser),
    ...(isWhole ? { total: (await readTotals(db)).users } : {}),
  };
}

function readUsers(db: Db, query: output<typeof adminUsersInput>): Promise<Page<UserRow>> {
  const { search, filter } = query;
  let users = usersOf(db).where('u.deletedAt', 'is', null);
  if (filter === 'active') users = users.where('u.deactivatedAt', 'is', null);
  if (filter === 'deactivated') users = users.where('u.deactivatedAt', 'is not', null);
  if (filter === 'admins') users = users.where('u.isAdmin', '=', true);
  if (filter === 'premium') users = users.where('u.membershipTier', '=', 'premium');
  if (search) users = users.where(personMatches(search));
  return readPage(users, query, { at: 'u.createdAt', id: 'u.id' });
}

/** Returns one user as admins see them. Throws NOT_FOUND for an unknown id. */
export async function getUser(db: Db, id: string): Promise<AdminUser> {
  const row = await usersOf(db).where('u.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('User');
  return viewUser(row);
}

/**
 * Returns an SQL condition: the email address or a name of the user `u` contains this text. It has
 * an index.
 */
export function personMatches(search: string) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`(u.email || ' ' || u.username || ' ' || coalesce(u.first_name, '') || ' '
    || coalesce(u.last_name, '')) ilike ${pattern}`;
}

function usersOf(db: Db) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.email', 'u.username', 'u.firstName', 'u.lastName', 'u.avatarImageId'])
    .select(['u.isAdmin', 'u.membershipTier', 'u.canUsePaypal', 'u.ratingSum', 'u.ratingCount'])
    .select(['u.createdAt', 'u.lastSeenAt', 'u.deactivatedAt']);
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
