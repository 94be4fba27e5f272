/** The levels of `users.standing`, from 0. */
export const levels = ['new', 'member', 'regular', 'trusted'] as const;
export type Level = (typeof levels)[number];

/**
 * What a user's level is computed from. Whatever involves a linked account counts nowhere.
 * `daysPresent`: different days with a sign-in or a use of the site. `conversations` and `handovers`:
 * different people above the level 'new' with whom the user has talked, both ways, and to whom a
 * code confirmed a hand-over. `orders`: paid ones. `decisions`: those by moderators against the user
 * within 90 days, without reversed ones. `adjustment`: levels that a moderator added.
 */
export interface Facts {
  ageDays: number;
  daysPresent: number;
  conversations: number;
  handovers: number;
  orders: number;
  upheldReports: number;
  rejectedReports: number;
  decisions: number;
  adjustment: number;
}

/** A fact that a level needs at least so much of. */
export type Needed = Exclude<
  keyof Facts,
  'upheldReports' | 'rejectedReports' | 'decisions' | 'adjustment'
>;
type Way = Partial<Record<Needed, number>>;

/** The ways to reach each level from the one before. One of them is enough. */
export const waysTo: Record<Exclude<Level, 'new'>, Way[]> = {
  member: [{ ageDays: 3, daysPresent: 2 }, { conversations: 1 }, { orders: 1 }],
  regular: [
    { ageDays: 30, daysPresent: 8, conversations: 3 },
    { ageDays: 30, daysPresent: 8, handovers: 1 },
  ],
  trusted: [{ ageDays: 180, daysPresent: 30, conversations: 10, handovers: 5 }],
};

/** How long a decision lowers the level of the person it was about. */
export const loweredDays = 90;

/** The daily limits that depend on standing. */
export const dailyLimits = {
  listings: { new: 50, usual: 200 },
  conversations: { new: 17, usual: 50 },
};

/** How much a report counts toward hiding a listing when it carries weight. */
export const reportWeights = { usual: 1, trusted: 2 };

/** Returns the needs of a way, each with what the user has. */
export function stepsOf(facts: Facts, way: Way) {
  const needs = Object.entries(way) as [Needed, number][];
  return needs.map(([code, need]) => ({ code, need, have: Math.min(facts[code], need) }));
}

/** Returns whether the reports of this user were upheld at least as often as they were rejected. */
export const reportsWell = (facts: Facts) => facts.upheldReports >= facts.rejectedReports;

/** Returns the level that the facts alone earn, as a number. */
export function earnedLevel(facts: Facts): number {
  const isReached = (level: Level) =>
    level !== 'new' &&
    (level !== 'trusted' || reportsWell(facts)) &&
    waysTo[level].some((way) => stepsOf(facts, way).every(({ have, need }) => have >= need));
  const missed = levels.findIndex((level, at) => at > 0 && !isReached(level));
  return (missed < 0 ? levels.length : missed) - 1;
}

/** Returns the level: the earned one, lowered by a recent decision, and adjusted by a moderator. */
export function levelOf(facts: Facts): number {
  const level = earnedLevel(facts) - (facts.decisions > 0 ? 1 : 0) + facts.adjustment;
  return Math.min(Math.max(level, 0), levels.length - 1);
}
