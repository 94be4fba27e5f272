import type { Selectable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Users } from '@marketplace/db/types.generated';
import type { AppContext } from '../../app-context.ts';
import { badField } from '../../errors.ts';
import { recordDecision } from '../moderation/decisions.ts';
import type { Verdict } from './compile-rules.ts';

type ScreenContext = Pick<AppContext, 'db' | 'screener'>;
type Names = Pick<Selectable<Users>, 'firstName' | 'lastName' | 'username'>;

/** Returns the standing of a user, or that of a new account if there is no such user. */
export async function standingOf(db: Db, userId: string): Promise<number> {
  const user = await db
    .selectFrom('users')
    .select('standing')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.standing ?? 0;
}

/** Returns the refusal of a text: what it says that is not allowed, and what to change. */
export function refusal(field: string, verdict: Exclude<Verdict, { action: 'allow' }>) {
  return badField(field, `“${verdict.passage}” isn't allowed here. ${verdict.advice}`);
}

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
