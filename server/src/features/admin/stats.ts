import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { chartDays } from '@marketplace/shared/admin/constants';
import type { AdminStats } from '@marketplace/shared/admin/schemas';
import { readTotals } from '../../realtime/totals.ts';

/**
 * Returns the totals, and what was created on each of the last 30 days in the region's time zone,
 * ending today.
 */
export async function readStats(db: Db): Promise<AdminStats> {
  const [totals, days] = await Promise.all([readTotals(db), readDays(db)]);
  return { ...totals, days };
}

async function readDays(db: Db): Promise<AdminStats['days']> {
  const madeOf = (kind: string) =>
    sql`coalesce(sum(t.count) filter (where t.kind = ${kind}), 0)::int`;
  const { rows } = await sql<AdminStats['days'][number]>`
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
    group by d.day order by d.day`.execute(db);
  return rows;
}
