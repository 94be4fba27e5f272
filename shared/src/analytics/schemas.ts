import * as z from 'zod';
import { daysBetween, maxAnalyticsDays, metricNames, publicMetrics } from './metrics.ts';

const dayText = 'Choose a day, such as 2026-11-01.';
const day = z.iso
  .date({ error: dayText, abort: true })
  .refine((value) => value >= '2000-01-01' && value < '2100-01-01', {
    error: dayText,
    abort: true,
  });

/** A period of days of the region, both included. Rows are by week, county or category. */
export const analyticsInput = z
  .object({ from: day, to: day, by: z.enum(['week', 'county', 'category']) })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: "The last day can't be before the first.",
  })
  .refine(({ from, to }) => daysBetween(from, to) <= maxAnalyticsDays, {
    path: ['from'],
    message: 'Choose a period of up to two years.',
  });

/** A figure of the period, and of as many days before it. Null where no day has been computed. */
const figure = {
  metric: z.enum(metricNames),
  value: z.number().nullable(),
  previous: z.number().nullable(),
};

export const analyticsView = z.object({
  /** The first and the last day with figures; null before the first night. */
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  totals: z.array(z.object(figure)),
  /**
   * `group` is a county, a category, or the first day of a week. Weeks are counted back from the last
   * day, so that only the first one can be shorter. Each is compared with the same week of the period
   * before. An empty group has no county or category.
   */
  rows: z.array(z.object({ ...figure, group: z.string() })),
});

const published = z.number().nullable().describe('Null stands for fewer than 5.');
type Published = Record<(typeof publicMetrics)[number], typeof published>;

/** The figures of whole months, newest first. A median is null if it is of fewer than 5. */
export const publicFiguresView = z.object({
  months: z.array(
    z.object({
      month: z.string().describe('Such as 2026-10.'),
      figures: z.object(
        Object.fromEntries(publicMetrics.map((metric) => [metric, published])) as Published,
      ),
    }),
  ),
});

export type AnalyticsInput = z.output<typeof analyticsInput>;
export type AnalyticsView = z.output<typeof analyticsView>;
export type PublicFiguresView = z.output<typeof publicFiguresView>;
