import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import {
  dayAfter,
  daysBetween,
  type Metric,
  metricNames,
  metrics,
} from '@marketplace/shared/analytics/metrics';
import type { AnalyticsInput, AnalyticsView } from '@marketplace/shared/analytics/schemas';

interface Total {
  day: string;
  metric: Metric;
  value: number;
}

/** Returns the totals of some metrics for each computed day, oldest first. */
export async function readTotals(
  db: Db,
  period: { from: string; to: string; of?: readonly Metric[] },
): Promise<Total[]> {
  const { from, to, of = metricNames } = period;
  const { rows } = await sql<Total>`select day::text as day, metric, value from daily_figures
    where county is null and day between ${from}::date and ${to}::date
      and metric = any(${of}::text[])
    order by day`.execute(db);
  return rows;
}

/** Returns the value of a metric over several days, oldest first; null without any. */
export function combine(metric: Metric, totals: Total[]): number | null {
  const values = totals.filter((total) => total.metric === metric);
  const sum = values.reduce((all, { value }) => all + value, 0);
  const { over } = metrics[metric];
  if (values.length === 0) return null;
  if (over === 'last') return values.at(-1)?.value ?? null;
  if (over === 'mean') return sum / values.length;
  return over === 'sum' ? sum : weightedMedian(metrics[metric].of, values, totals);
}

/**
 * Returns the median of the days' medians, each weighted by its count; null if all counts are 0.
 * The single values are not stored, so this is close to their median, not equal.
 */
function weightedMedian(counts: Metric, medians: Total[], totals: Total[]): number | null {
  const weights = new Map(
    totals.filter(({ metric }) => metric === counts).map(({ day, value }) => [day, value]),
  );
  let left = (combine(counts, totals) ?? 0) / 2;
  for (const { day, value } of medians.toSorted((one, other) => one.value - other.value)) {
    const weight = weights.get(day) ?? 0;
    left -= weight;
    if (weight > 0 && left <= 0) return value;
  }
  return null;
}

/**
 * Returns the figures of a period and of as many days before it. The latter are null unless there
 * are figures for all of these days. Reads only what the job has stored.
 */
export async function readAnalytics(db: Db, input: AnalyticsInput): Promise<AnalyticsView> {
  const { from, to, by } = input;
  const length = daysBetween(from, to);
  const start = dayAfter(from, -length);
  const [range, all] = await Promise.all([findRange(db), readTotals(db, { from: start, to })]);
  const hasPrevious = range.firstDay !== null && range.firstDay <= start;
  const byDay = Map.groupBy(all, ({ day }) => day);
  const totalsOf = (first: string, last: string) =>
    Array.from({ length: daysBetween(first, last) }, (_, index) => dayAfter(first, index)).flatMap(
      (day) => byDay.get(day) ?? [],
    );
  const compare = (first: string, last: string) => {
    const now = totalsOf(first, last);
    const before = totalsOf(dayAfter(first, -length), dayAfter(last, -length));
    return metricNames.map((metric) => ({
      ...{ metric, value: combine(metric, now) },
      previous: hasPrevious ? combine(metric, before) : null,
    }));
  };
  const rows =
    by === 'week'
      ? weeksOf(from, to).flatMap(([group, last]) =>
          compare(group, last).map((figure) => ({ ...figure, group })),
        )
      : await readPlaces(db, { ...input, by, start, hasPrevious, lastDay: range.lastDay ?? to });
  return { ...range, totals: compare(from, to), rows };
}

async function findRange(db: Db): Promise<Pick<AnalyticsView, 'firstDay' | 'lastDay'>> {
  const { rows } = await sql<Pick<AnalyticsView, 'firstDay' | 'lastDay'>>`
    select min(day)::text as "firstDay", max(day)::text as "lastDay"
    from daily_figures where county is null`.execute(db);
  return rows[0] ?? { firstDay: null, lastDay: null };
}

/** Returns the first and last days of the weeks, oldest first, counted back from the last day. */
function weeksOf(from: string, to: string): [string, string][] {
  const weeks: [string, string][] = [];
  for (let last = to; last >= from; last = dayAfter(last, -7)) {
    const first = dayAfter(last, -6);
    weeks.unshift([first < from ? from : first, last]);
  }
  return weeks;
}

interface Places extends AnalyticsInput {
  by: 'county' | 'category';
  start: string;
  hasPrevious: boolean;
  lastDay: string;
}

const lastMetrics = metricNames.filter((metric) => metrics[metric].over === 'last');

/** Returns the sums by county or category. Metrics that count a state are of the last day. */
async function readPlaces(db: Db, period: Places): Promise<AnalyticsView['rows']> {
  const { from, to, by, start, hasPrevious } = period;
  const lastDays = [period.lastDay < to ? period.lastDay : to, dayAfter(from, -1)];
  const { rows } = await sql<AnalyticsView['rows'][number]>`
    select metric, ${sql.ref(by)} as "group",
      coalesce(sum(value) filter (where day >= ${from}::date), 0) as value,
      case when ${hasPrevious}::boolean
        then coalesce(sum(value) filter (where day < ${from}::date), 0) end as previous
    from daily_figures
    where county is not null and day between ${start}::date and ${to}::date
      and metric = any(${metricNames}::text[])
      and (metric <> all(${lastMetrics}::text[]) or day = any(${lastDays}::date[]))
    group by 1, 2 order by 2, 1`.execute(db);
  return rows;
}
