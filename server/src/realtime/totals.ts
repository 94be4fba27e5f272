import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { AdminTotals } from '@marketplace/shared/admin/schemas';

/** Returns the numbers of the Admin Center, from totals that every change updates. */
export async function readTotals(db: Db): Promise<AdminTotals> {
  const sums = db
    .selectFrom('totals')
    .select(['kind', sql<string>`sum(count)`.as('sum')])
    .groupBy('kind');
  const open = db
    .selectFrom('moderationCases')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('status', '=', 'open');
  const [kinds, { count }] = await Promise.all([sums.execute(), open.executeTakeFirstOrThrow()]);
  const of = (kind: string) => Number(kinds.find((row) => row.kind === kind)?.sum ?? 0);
  return {
    users: of('users') - of('usersRemoved'),
    listings: of('listings') - of('listingsRemoved'),
    messages: of('messages'),
    conversations: of('conversations'),
    offers: of('offers'),
    sales: of('sales'),
    openReports: Number(count),
  };
}

/** Returns those of the users who are active admins. */
export async function findAdmins(db: Db, userIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('isAdmin', '=', true)
    .where('deactivatedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Merges the rows of each kind and day after three days, when few writes are left, so that reading
 * stays fast. A day begins with many rows, so that concurrent writers do not wait for each other.
 */
export async function foldTotals(db: Db): Promise<void> {
  await sql`
    with removed as (
      delete from totals where shard <> 0 and day < now() - interval '3 days'
      returning kind, day, count
    )
    insert into totals as t (kind, day, shard, count)
    select kind, day, 0, sum(count) from removed group by kind, day order by kind, day
    on conflict (kind, day, shard) do update set count = t.count + excluded.count`.execute(db);
}
