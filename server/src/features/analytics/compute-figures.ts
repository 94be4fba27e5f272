import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { metricNames } from '@marketplace/shared/analytics/metrics';
import { regionDay, regionZone } from '@marketplace/shared/regions/region-time';
import { enqueue } from '../../platform/jobs.ts';
import { metricQueries } from './metric-sql.ts';

/** How many past days are computed, if they were not. */
const historyDays = 400;

/** Days per run, so that a server that stops waits for few. */
const daysPerRun = 40;

/** The key of the advisory lock with which no two workers compute the same day. */
const figuresLock = 7_203_117;

/**
 * Runs the job `computeFigures`: computes the figures of all past days that lack some, newest first,
 * back to the first account. That includes the past of a metric that was added later. Figures that
 * exist stay as they are. Enqueues itself if there are more days.
 */
export async function computeFigures(db: Db, now = Date.now()): Promise<void> {
  const days = await findIncompleteDays(db, regionDay(now));
  for (const day of days.slice(0, daysPerRun)) await computeDay(db, day);
  if (days.length <= daysPerRun) return;
  await enqueue(db, [{ task: 'computeFigures', payload: {}, key: 'figures' }]);
}

async function findIncompleteDays(db: Db, today: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::date::text as day
    from generate_series(
      greatest(${today}::date - ${historyDays}::int,
        (select coalesce(min(created_at at time zone ${regionZone})::date, ${today}::date) from users)),
      ${today}::date - 1, interval '1 day') as day
    where (select count(*) from daily_figures f
      where f.day = day.day::date and f.county is null and f.metric = any(${metricNames}::text[])
    ) < ${metricNames.length}::int
    order by day desc limit ${sql.lit(daysPerRun + 1)}`.execute(db);
  return rows.map(({ day }) => day);
}

/** Stores the figures that a day lacks, all or none. */
async function computeDay(db: Db, day: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${figuresLock})`.execute(trx);
    const known = await trx
      .selectFrom('dailyFigures')
      .select('metric')
      .where('day', '=', sql<Date>`${day}::date`)
      .where('county', 'is', null)
      .execute();
    const stored = new Set(known.map(({ metric }) => metric));
    for (const [metric, query] of metricQueries(day)) {
      if (stored.has(metric)) continue;
      await sql`insert into daily_figures (day, metric, county, category, value)
        select ${day}::date, ${metric}, f.* from (${query}) as f (county, category, value)`.execute(
        trx,
      );
    }
  });
}
