import { categories } from '../listings/constants.ts';
import { decisionKinds } from '../moderation/constants.ts';

interface MetricText {
  label: string;
  /** How the values of several days become one. `median` is weighted by the metric `of`. */
  over: 'sum' | 'mean' | 'last' | 'median';
  of?: string;
}

/** What the operator's figures count on each day, in the order in which they are shown. */
export const metrics = {
  newPeople: { label: 'New people', over: 'sum' },
  activePeople: { label: 'Active people a day', over: 'mean' },
  newListings: { label: 'New listings', over: 'sum' },
  activeListings: { label: 'Active listings', over: 'last' },
  conversations: { label: 'Conversations', over: 'sum' },
  answers: { label: 'First answers', over: 'sum' },
  replyMinutes: { label: 'Minutes to first answer', over: 'median', of: 'answers' },
  offers: { label: 'Offers', over: 'sum' },
  reserved: { label: 'Reserved', over: 'sum' },
  handedOver: { label: 'Handed over', over: 'sum' },
  sold: { label: 'Sold', over: 'sum' },
  reports: { label: 'Reports', over: 'sum' },
  held: { label: 'Held for review', over: 'sum' },
  hidden: { label: 'Hidden after reports', over: 'sum' },
  flagged: { label: 'Listings flagged', over: 'sum' },
  deleted: { label: 'Content deleted', over: 'sum' },
  warned: { label: 'Warnings', over: 'sum' },
  suspended: { label: 'Accounts suspended', over: 'sum' },
  deactivated: { label: 'Accounts deactivated', over: 'sum' },
  reversed: { label: 'Decisions reversed', over: 'sum' },
  appeals: { label: 'Appeals', over: 'sum' },
  appealsReversed: { label: 'Reversed on appeal', over: 'sum' },
  decided: { label: 'Reports decided', over: 'sum' },
  decisionMinutes: { label: 'Minutes to decision', over: 'median', of: 'decided' },
} as const satisfies Record<string, MetricText>;

export type Metric = keyof typeof metrics;

export const metricNames = Object.keys(metrics) as [Metric, ...Metric[]];

/** The metrics that everyone can read, per month. */
export const publicMetrics = [
  'newListings',
  'handedOver',
  'reports',
  ...decisionKinds,
  'reversed',
  'appeals',
  'appealsReversed',
  'decisionMinutes',
] as const satisfies Metric[];

/** Counts below this are not published, because they could say something about a person. */
export const fewestPublished = 5;

/** The longest period of the operator's figures: two years, in days. */
export const maxAnalyticsDays = 731;

const dayMs = 24 * 60 * 60_000;

/** Returns the calendar day so many days after `day`, or before it. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the number of days from the first to the last day, both included. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** Returns the name of a group: a county, a category, or the first day of a week. */
export function groupName(group: string, by: 'week' | 'county' | 'category'): string {
  if (by === 'county') return group === '' ? 'Unknown county' : group;
  if (by === 'category') {
    return group === ''
      ? 'General'
      : (categories.find(({ value }) => value === group)?.label ?? group);
  }
  return group;
}
