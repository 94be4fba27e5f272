import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Decisions } from '@marketplace/db/types.generated';
import type { DecisionKind } from '@marketplace/shared/moderation/constants';
import { guidelines } from '@marketplace/shared/moderation/guidelines';
import type { Decision } from '@marketplace/shared/moderation/schemas';
import type { ActionResult, ExplainedAction } from './case-context.ts';
import type { Target } from './cases.ts';
import type { Effects } from './effects.ts';

/** A decision to store. The passage may be an expression that reads it. */
type NewDecision = Omit<Insertable<Decisions>, 'passage'> & {
  passage?: string | null | RawBuilder<string>;
};

/**
 * Stores a decision about a user's content or account, which its subject can read, and returns its
 * id. Without advice, it advises what the community rule says to change.
 */
export async function recordDecision(trx: Db, decision: NewDecision): Promise<string> {
  const { id } = await trx
    .insertInto('decisions')
    .values({ advice: adviceFor(decision), ...decision })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function adviceFor({ kind, guideline }: Pick<NewDecision, 'kind' | 'guideline'>) {
  const advice = guideline ? guidelines[guideline - 1]?.advice : undefined;
  if (kind !== 'flagged') return advice ?? null;
  return `${advice ?? "Change what doesn't fit the community guidelines."} Then send the listing again.`;
}

/**
 * Marks the decisions that match as reversed, and closes the open appeals against them. Returns the
 * events of those appeals.
 */
export async function reverseDecisions(
  trx: Db,
  of: Partial<
    Pick<Insertable<Decisions>, 'id' | 'kind' | 'targetType' | 'targetId' | 'userId' | 'caseId'>
  >,
): Promise<Effects> {
  const reversed = await trx
    .updateTable('decisions')
    .set({ reversedAt: sql<Date>`now()` })
    .where((eb) => eb.and(of))
    .where('reversedAt', 'is', null)
    .returning(['id', 'appealedAt'])
    .execute();
  const appealed = reversed.flatMap(({ id, appealedAt }) => (appealedAt ? [id] : []));
  if (appealed.length === 0) return {};
  const closed = await trx
    .updateTable('moderationCases')
    .set({ status: 'decided', decision: 'reversed', decidedAt: sql<Date>`now()` })
    .set({ reason: 'The decision was reversed without the appeal.' })
    .set({ claimedBy: null, claimedAt: null })
    .where((eb) => eb.and({ targetType: 'decision', status: 'open' }))
    .where('targetId', 'in', appealed)
    .returning('id')
    .execute();
  return {
    adminEvents: closed.map(({ id }) => ({ type: 'report', caseId: id, change: 'decided' })),
  };
}

/** The kinds of decisions that are recorded. The other decisions are in the person's favor. */
export const kindByDecision: Partial<Record<Decision, DecisionKind>> = {
  flag: 'flagged',
  delete: 'deleted',
  warn: 'warned',
  deactivate: 'deactivated',
};

interface Outcome extends Target, ExplainedAction {
  caseId: string | null;
  /** The owner of the target; null if their account is deleted. */
  userId: string | null;
  decision: Decision;
  actorId: string;
  results: ActionResult[];
}

/**
 * Records an admin's decision with the text that it is about and the steps that reverse it. Returns
 * the effects of its actions, whose emails to the owner then name the rule and where to appeal.
 */
export async function recordOutcome(trx: Db, outcome: Outcome): Promise<Effects[]> {
  const { targetType, targetId, caseId, userId, decision, actorId, results } = outcome;
  const { reason = null, guideline = null } = outcome;
  const kind = kindByDecision[decision];
  if (!kind || !userId) return results;
  const passage =
    targetType === 'listing'
      ? sql`select description from listings where id = ${targetId}`
      : sql`select coalesce(evidence ->> 'content', evidence ->> 'comment',
            evidence ->> 'displayName')
          from reports where case_id = ${caseId} and evidence is not null
          order by created_at desc limit 1`;
  const id = await recordDecision(trx, {
    ...{ userId, kind, targetType, targetId, caseId, guideline, reason },
    passage: sql<string>`nullif(left((${passage}), 500), '')`,
    decidedBy: actorId,
    undo: JSON.stringify(results.flatMap(({ steps = [] }) => steps)),
  });
  const explained = { id, userId, guideline };
  return results.map((result) => ({
    ...result,
    mails: result.mails?.map((mail) => ({ ...mail, decision: explained })) ?? [],
  }));
}

/** Removes the decisions about a user who deletes their account, with their appeals. */
export async function removeDecisionsAbout(trx: Db, userId: string): Promise<void> {
  const removed = await trx
    .deleteFrom('decisions')
    .where('userId', '=', userId)
    .returning('id')
    .execute();
  if (removed.length === 0) return;
  const ids = removed.map(({ id }) => id);
  await trx
    .deleteFrom('moderationCases')
    .where('targetType', '=', 'decision')
    .where('targetId', 'in', ids)
    .execute();
}
