import { stringify } from 'csv-stringify/sync';
import { groupName, metrics } from '@marketplace/shared/analytics/metrics';
import type { AnalyticsInput, AnalyticsView } from '@marketplace/shared/analytics/schemas';
import { safeCell } from '../listings/bulk/csv.ts';

const headers = { week: 'Week from', county: 'County', category: 'Category' };

/** Returns figures as a CSV file that spreadsheets read as UTF-8. The totals come first. */
export function figuresCsv({ by }: AnalyticsInput, { totals, rows }: AnalyticsView): string {
  const all = totals.map((row) => ({ ...row, group: 'All' }));
  const named = rows.map((row) => ({ ...row, group: groupName(row.group, by) }));
  return stringify(
    [...all, ...named].map(({ metric, group, value, previous }) => [
      ...[metrics[metric].label, group],
      ...[value, previous].map((figure) => figure && Math.round(figure * 10) / 10),
    ]),
    {
      ...{ bom: true, header: true, record_delimiter: 'windows' },
      columns: ['Metric', headers[by], 'Value', 'Period before'],
      cast: { string: safeCell },
    },
  );
}
