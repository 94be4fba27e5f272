import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { adminDescriptionLength, chartDays } from '@marketplace/shared/admin/constants';
import type * as schemas from '@marketplace/shared/admin/schemas';
import type { ListingView } from '@marketplace/shared/listings/views';
import type { Page } from '@marketplace/shared/pagination';
import { displayName } from '@marketplace/shared/users/names';
import { notFound } from '../../errors.ts';
import { readPage } from '../../platform/cursor.ts';
import { withTimeLimit } from '../../platform/time-limit.ts';
import { readTotals } from '../../realtime/totals.ts';
import { decodeListCursor, type Hit, pageOfHits, readListings } from '../listings/listings.view.ts';
import {
  type Candidates,
  filterListings,
  findInOrder,
  firstOf,
  type Wanted,
} from '../listings/search/listings.search.ts';
import { searchQueries } from '../listings/search/search-query.ts';
import { meanRating, profileImageUrl, tierOf, viewSuspension } from '../users/users.ts';

type ListingsQuery = output<typeof schemas.adminListingsInput>;

/** Returns a page of listings, newest first. `total` is set without a search and a filter. */
export async function listListings(db: Db, query: ListingsQuery) {
  const { cursor, limit, search, filter } = query;
  const after = cursor ? decodeListCursor(cursor, 0) : undefined;
  const page = pageOfHits(await findHits(db, query, { after, limit: limit + 1 }), limit);
  const isWhole = !search && filter === 'all';
  return {
    ...page,
    items: await withSellers(db, page.items),
    ...(isWhole && { total: (await readTotals(db)).listings }),
  };
}

/** Returns one listing as admins see it. Throws NOT_FOUND for an unknown or deleted one. */
export async function getListing(db: Db, id: string): Promise<schemas.AdminListing> {
  const one = filterListings(db, { withInactive: true }).where('id', '=', id);
  const hits = await readListings(db, await firstOf(one, { limit: 1 }).execute());
  const [listing] = await withSellers(db, pageOfHits(hits, 1).items);
  if (!listing) throw notFound('Listing');
  return listing;
}

function candidatesOf(db: Db, filter: ListingsQuery['filter']): Candidates {
  const all = filterListings(db, { withInactive: true, featured: filter === 'featured' });
  if (filter === 'active') return all.where('isActive', '=', true);
  if (filter === 'flagged') return all.where('isActive', '=', false);
  if (filter !== 'reported') return all;
  return all.where(sql<boolean>`id in (
    select target_id from moderation_cases where target_type = 'listing' and status = 'open')`);
}

async function findHits(db: Db, { filter, search }: ListingsQuery, wanted: Wanted): Promise<Hit[]> {
  if (!search) return readListings(db, await firstOf(candidatesOf(db, filter), wanted).execute());
  for await (const { all } of searchQueries(db, search)) {
    const hits = await withTimeLimit(db, (trx) =>
      findInOrder(trx, { candidates: candidatesOf(trx, filter), query: all.query }, wanted),
    );
    if (hits.length > 0) return hits;
  }
  return [];
}

/** Adds what only admins see. Leaves out listings that were deleted since they were found. */
async function withSellers(db: Db, listings: ListingView[]): Promise<schemas.AdminListing[]> {
  if (listings.length === 0) return [];
  const rows = await db
    .selectFrom('listings as l')
    .innerJoin('users as u', 'u.id', 'l.sellerId')
    .select(['l.id', 'l.flagReason', 'l.hiddenByReportsAt', 'u.email as sellerEmail'])
    .where('l.id', '=', sql<string>`any(${listings.map(({ id }) => id)}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return listings.flatMap((listing) => {
    const row = byId.get(listing.id);
    if (!row) return [];
    // Cuts the text without splitting a character.
    const characters = [...listing.description];
    const cut = `${characters.slice(0, adminDescriptionLength).join('')}…`;
    const description = characters.length > adminDescriptionLength ? cut : listing.description;
    const hiddenByReports = row.hiddenByReportsAt !== null;
    return { ...listing, ...row, description, hiddenByReports };
  });
}

/** Returns a page of users, newest first. `total` is set without a search and a filter. */
export async function listUsers(db: Db, query: output<typeof schemas.adminUsersInput>) {
  const { search, filter } = query;
  const page = search
    ? await withTimeLimit(db, (trx) => readUsers(trx, query))
    : await readUsers(db, query);
  const isWhole = !search && filter === 'all';
  return {
    ...page,
    items: page.items.map(viewUser),
    ...(isWhole && { total: (await readTotals(db)).users }),
  };
}

function readUsers(db: Db, query: output<typeof schemas.adminUsersInput>): Promise<Page<UserRow>> {
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
export async function getUser(db: Db, id: string): Promise<schemas.AdminUser> {
  const row = await usersOf(db).where('u.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('User');
  return viewUser(row);
}

/** Returns an indexed SQL condition: the address or a name of the user `u` contains this text. */
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
    .select(['u.createdAt', 'u.lastSeenAt', 'u.deactivatedAt'])
    .select(['u.suspendedUntil', 'u.suspensionReason']);
}

type UserRow = Awaited<ReturnType<ReturnType<typeof usersOf>['execute']>>[number];

function viewUser(row: UserRow): schemas.AdminUser {
  const { avatarImageId, ratingSum, ratingCount, suspendedUntil, suspensionReason, ...same } = row;
  return {
    ...same,
    ...viewSuspension({ suspendedUntil, suspensionReason }),
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

/** Returns the totals, and the counts of the last 30 days in the region's time zone. */
export async function readStats(db: Db): Promise<schemas.AdminStats> {
  const madeOf = (kind: string) =>
    sql`coalesce(sum(t.count) filter (where t.kind = ${kind}), 0)::int`;
  const counted = sql<schemas.AdminStats['days'][number]>`
    with today as (select (now() at time zone 'America/New_York')::date as day),
    days as (
      select today.day - back as day from today, generate_series(0, ${chartDays - 1}::int) as back
    )
    select d.day::text as day, ${madeOf('users')} as users, ${madeOf('listings')} as listings,
      ${madeOf('messages')} as messages, ${madeOf('offers')} as offers,
      ${madeOf('sales')} as sales, ${madeOf('reports')} as reports
    from days d
    left join totals t on t.day = d.day
      and t.kind in ('users', 'listings', 'messages', 'offers', 'sales', 'reports')
    group by d.day order by d.day`;
  const [totals, { rows: days }] = await Promise.all([readTotals(db), counted.execute(db)]);
  return { ...totals, days };
}
