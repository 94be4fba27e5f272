import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import type { Names } from '../account/name-rules.ts';
import { recordDecision } from '../moderation/decisions.ts';
import { refusal, standingOf } from './listing-rules.ts';
import type { Verdict } from './screener.ts';

type ScreenContext = Pick<AppContext, 'db' | 'screener'>;

/** Throws BAD_REQUEST for a changed name that a rule does not allow. */
export async function screenNames(
  { db, screener }: ScreenContext,
  { userId, stored, given }: { userId: string; stored: Names | undefined; given: Partial<Names> },
): Promise<void> {
  const fields = ['firstName', 'lastName', 'username'] as const;
  const changed = fields.filter((field) => given[field] && given[field] !== stored?.[field]);
  if (changed.length === 0) return;
  const standing = await standingOf(db, userId);
  for (const field of changed) {
    const verdict = screener.screen({ kind: 'name', userId, standing, text: given[field] ?? '' });
    if (verdict.action === 'refuse') throw refusal(field, verdict);
  }
}

/** Returns the verdict of a review. Throws BAD_REQUEST if a rule refuses its comment. */
export async function screenReview(
  { db, screener }: ScreenContext,
  {
    userId,
    comment,
    field = 'comment',
  }: { userId: string; comment: string | null; field?: string },
): Promise<Verdict> {
  if (!comment) return { action: 'allow' };
  const standing = await standingOf(db, userId);
  const verdict = screener.screen({ kind: 'review', userId, standing, text: comment });
  if (verdict.action === 'refuse') throw refusal(field, verdict);
  return verdict;
}

/** Throws BAD_REQUEST for a text about a review that a rule holds, because it cannot wait. */
export async function refuseScreened(
  ctx: ScreenContext,
  { userId, field, text }: { userId: string; field: string; text: string },
): Promise<void> {
  const verdict = await screenReview(ctx, { userId, comment: text, field });
  if (verdict.action === 'hold') throw refusal(field, verdict);
}

export type Held = Extract<Verdict, { ruleName: string }>;

/** Stores the decision that the server holds something, for its author. */
export async function recordHeld(
  trx: Db,
  target: { targetType: 'listing' | 'review'; targetId: string; userId: string; caseId: string },
  { guideline, ruleName: rule, passage, advice }: Held,
): Promise<void> {
  await recordDecision(trx, { ...target, kind: 'held', guideline, rule, passage, advice });
}
