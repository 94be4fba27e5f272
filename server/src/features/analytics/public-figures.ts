import type { Db } from '@marketplace/db/database';
import {
  dayAfter,
  daysBetween,
  fewestPublished,
  type Metric,
  metrics,
  publicMetrics,
} from '@marketplace/shared/analytics/metrics';
import type { PublicFiguresView } from '@marketplace/shared/analytics/schemas';
import { regionDay } from '@marketplace/shared/regions/region-time';
import { combine, readTotals } from './read-figures.ts';

const publishedMonths = 12;

/**
 * Returns the figures of the last whole months, newest first. A month of which the job has not
 * computed every day is left out, and so are months without any figure to publish.
 */
export async function readPublicFigures(db: Db, now = Date.now()): Promise<PublicFiguresView> {
  const lastDay = dayAfter(`${regionDay(now).slice(0, 7)}-01`, -1);
  const months = monthsUntil(lastDay);
  const from = `${months.at(-1)}-01`;
  const totals = await readTotals(db, { from, to: lastDay, of: [...publicMetrics, 'decided'] });
  const byMonth = Map.groupBy(totals, ({ day }) => day.slice(0, 7));
  const shown = months.flatMap((month) => {
    const days = byMonth.get(month) ?? [];
    const computed = days.filter(({ metric }) => metric === 'newListings').length;
    if (computed < daysBetween(`${month}-01`, lastDayOf(month))) return [];
    const valueOf = (metric: Metric) => {
      const config = metrics[metric];
      const published = combine(config.over === 'median' ? config.of : metric, days) ?? 0;
      return published < fewestPublished ? null : combine(metric, days);
    };
    const figures = Object.fromEntries(publicMetrics.map((metric) => [metric, valueOf(metric)]));
    if (Object.values(figures).every((value) => value === null)) return [];
    return [{ month, figures: figures as PublicFiguresView['months'][number]['figures'] }];
  });
  return { months: shown };
}

/** Returns the months that end with the month of this day, newest first. */
function monthsUntil(day: string): string[] {
  const months = [day.slice(0, 7)];
  while (months.length < publishedMonths) {
    months.push(dayAfter(`${months.at(-1)}-01`, -1).slice(0, 7));
  }
  return months;
}

function lastDayOf(month: string): string {
  return dayAfter(`${dayAfter(`${month}-01`, 31).slice(0, 7)}-01`, -1);
}
