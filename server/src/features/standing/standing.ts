import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import {
  dailyLimits,
  earnedLevel,
  levelOf,
  levels,
  loweredDays,
  type Needed,
  reportsWell,
  reportWeights,
  stepsOf,
  waysTo,
} from '@marketplace/shared/standing/levels';
import type { adjustStandingInput, StandingView } from '@marketplace/shared/standing/schemas';
import { AppError, notFound } from '../../errors.ts';
import { audit } from '../moderation/audit-log.ts';
import { lockUser } from '../moderation/account-actions.ts';
import type { Effects } from '../moderation/effects.ts';
import { readFacts, type UserFacts } from './facts.ts';
import { updateStandingOf } from './update-standings.ts';

const dayMs = 24 * 60 * 60 * 1000;

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** Returns the user's standing, computed from the facts of this moment. Changes nothing. */
export async function getStanding(db: Db, userId: string): Promise<StandingView> {
  const [facts] = await readFacts(db, [userId]);
  if (!facts) throw notFound('User');
  const level = levelOf(facts);
  return {
    level: levels[level] ?? 'new',
    facts: factsOf(facts),
    limits: limitsOf(level),
    next: nextOf(facts, level),
  };
}

const factTexts: Record<Needed, (count: number) => string> = {
  ageDays: (count) =>
    count === 0 ? 'You joined today.' : `You joined ${counted(count, 'day')} ago.`,
  daysPresent: (count) => `You've been here on ${counted(count, 'day', 'different days')}.`,
  conversations: (count) => `You've talked with ${counted(count, 'person', 'people')}, both ways.`,
  handovers: (count) =>
    `You've confirmed hand-overs with ${counted(count, 'person', 'people')} by code.`,
  orders: (count) => `You've paid for ${counted(count, 'order')} from the official store.`,
};

function factsOf(facts: UserFacts): StandingView['facts'] {
  const needed = (Object.keys(factTexts) as Needed[])
    // Most people buy nothing from the official store, and need not to.
    .filter((code) => code !== 'orders' || facts.orders > 0)
    .map((code) => ({ code, count: facts[code], text: factTexts[code](facts[code]) }));
  const { upheldReports: upheld, rejectedReports: rejected, decisions, adjustment } = facts;
  const reports = `Moderators agreed with ${upheld} of your ${counted(upheld + rejected, 'report')}.`;
  const other: StandingView['facts'] = [
    { code: 'reports', count: upheld + rejected, text: reports },
    { code: 'decisions', count: decisions, text: `${loweredUntil(facts)}.` },
    { code: 'adjustment', count: adjustment, text: 'A moderator adjusted your standing.' },
  ];
  return [...needed, ...other.filter(({ count }) => count !== 0)];
}

/** Returns when the newest decision stops lowering the level, as a sentence without its period. */
function loweredUntil({ decidedAt }: UserFacts): string {
  const end = new Date((decidedAt?.getTime() ?? 0) + loweredDays * dayMs);
  const day = end.toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric' });
  return `A moderator's decision lowers your standing by one level until ${day}`;
}

function limitsOf(level: number): StandingView['limits'] {
  const kind = level === 0 ? 'new' : 'usual';
  const { listings, conversations } = dailyLimits;
  const reports = levels[level] === 'trusted' ? reportWeights.trusted : reportWeights.usual;
  const texts = {
    listings: `Post up to ${listings[kind]} listings a day.`,
    conversations: `Start up to ${conversations[kind]} new conversations a day.`,
    reports: `Your reports count ${reports > 1 ? 'twice' : 'once'} toward hiding a listing.`,
  };
  return [
    { code: 'listings', count: listings[kind], text: texts.listings },
    { code: 'conversations', count: conversations[kind], text: texts.conversations },
    { code: 'reports', count: reports, text: texts.reports },
  ];
}

const stepTexts: Record<Needed, (need: number) => string> = {
  ageDays: (need) => `${counted(need, 'day')} since you joined`,
  daysPresent: (need) => `Here on ${counted(need, 'different day')}`,
  conversations: (need) =>
    need === 1 ? 'A conversation with a member who replies' : `Conversations with ${need} people`,
  handovers: (need) =>
    need === 1 ? 'A hand-over confirmed by code' : `Hand-overs with ${need} people`,
  orders: (need) =>
    need === 1 ? 'A paid order from the official store' : `${counted(need, 'paid order')}`,
};

function nextOf(facts: UserFacts, level: number): StandingView['next'] {
  const next = levels[level + 1];
  if (!next || next === 'new') return null;
  const ways = waysTo[next].map((way): Step[] =>
    stepsOf(facts, way).map((step) => ({ ...step, text: stepTexts[step.code](step.need) })),
  );
  const extra: Step[] = [];
  if (facts.decisions > 0) {
    extra.push({ code: 'decisions', have: 0, need: 1, text: loweredUntil(facts) });
  }
  if (next === 'trusted' && !reportsWell(facts)) {
    const { upheldReports: have, rejectedReports: need } = facts;
    extra.push({ code: 'reports', have, need, text: 'Reports that moderators agree with' });
  }
  // An adjustment replaces what the facts alone earn.
  if (earnedLevel(facts) > level) return extra.length > 0 ? [{ steps: extra }] : [];
  return ways.map((steps) => ({ steps: [...steps, ...extra] }));
}

type Step = NonNullable<StandingView['next']>[number]['steps'][number];

/**
 * Raises or lowers a user's standing by a number of levels, and computes it again. Throws NOT_FOUND,
 * and CONFLICT for the actor's own account.
 */
export async function adjustStanding(
  trx: Db,
  { actorId, id, by, reason }: output<typeof adjustStandingInput> & { actorId: string },
): Promise<Effects> {
  if (id.toLowerCase() === actorId) {
    throw new AppError('CONFLICT', "You can't adjust your own standing.");
  }
  const user = await lockUser(trx, id);
  await trx
    .updateTable('users')
    .set({ standingAdjustment: by, standingReason: by === 0 ? null : reason })
    .where('id', '=', user.id)
    .execute();
  await updateStandingOf(trx, [user.id]);
  const action = 'user.adjustStanding';
  await audit(trx, ['user', user.id], { actorId, action, reason, details: { by } });
  return { adminEvents: [{ type: 'userChanged', userId: user.id }] };
}

/** Returns the stored standing of a user as admins see it. Throws NOT_FOUND. */
export async function getAdjustedStanding(db: Db, id: string) {
  const { standing, ...user } = await db
    .selectFrom('users')
    .select(['id', 'standing', 'standingAdjustment as by', 'standingReason as reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('User'));
  return { ...user, level: levels[standing] ?? 'new' };
}
