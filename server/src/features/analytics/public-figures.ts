import type { Db } from '@marketplace/db/database';
import {
  dayAfter,
  fewestPublished,
  type Metric,
  metrics,
  publicMetrics,
} from '@marketplace/shared/analytics/metrics';
import type { PublicFiguresView } from '@marketplace/shared/analytics/schemas';
import { regionDay } from '@marketplace/shared/regions/region-time';
import { combine, readTotals } from './read-figures.ts';

type Figures = PublicFiguresView['months'][number]['figures'];

const publishedMonths = 12;

/**
 * Returns the figures of the last whole months, newest first. A month of which the job has not
 * computed every day is left out, and so are months without any figure to publish.
 */
export async function readPublicFigures(db: Db, now = Date.now()): Promise<PublicFiguresView> {
  const to = dayAfter(`${regionDay(now).slice(0, 7)}-01`, -1);
  const from = dayAfter(to, -31 * publishedMonths);
  const totals = await readTotals(db, { from, to, of: [...publicMetrics, 'decided'] });
  const months = [...Map.groupBy(totals, ({ day }) => day.slice(0, 7))].flatMap(([month, days]) => {
    const valueOf = (metric: Metric) => {
      const { over, ...config } = metrics[metric];
      const counted = 'of' in config && over === 'median' ? config.of : metric;
      return (combine(counted, days) ?? 0) < fewestPublished ? null : combine(metric, days);
    };
    const figures = Object.fromEntries(
      publicMetrics.map((name) => [name, valueOf(name)]),
    ) as Figures;
    const computed = days.filter(({ metric }) => metric === 'newListings').length;
    const isWhole = dayAfter(`${month}-01`, computed).slice(8) === '01' && computed > 0;
    return isWhole && Object.values(figures).some((value) => value !== null)
      ? [{ month, figures }]
      : [];
  });
  return { months: months.reverse().slice(0, publishedMonths) };
}
