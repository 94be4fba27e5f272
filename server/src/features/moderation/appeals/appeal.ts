import { sql } from 'kysely';
import type { output } from 'zod';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type {
  appealByLinkInput,
  appealInput,
  DecisionView,
} from '@marketplace/shared/moderation/appeals';
import type { AppContext } from '../../../app-context.ts';
import { AppError, assertId, notFound } from '../../../errors.ts';
import { readSealed } from '../../../platform/secrets.ts';
import { type Effects, runAndPublish } from '../effects.ts';
import { isRecent, problemOf } from './appealable.ts';
import { getDecision } from './list-decisions.ts';

type AppealContext = Pick<AppContext, 'db' | 'hub' | 'secrets' | 'config'>;

/**
 * Appeals a decision about the user, which opens a case. A repeated `clientId` returns the first
 * appeal. Throws NOT_FOUND, and CONFLICT for a second appeal and for a decision that is reversed,
 * too old, or waits for a moderator.
 */
export async function appeal(
  ctx: AppealContext,
  input: output<typeof appealInput> & { userId: string },
): Promise<DecisionView> {
  await runAndPublish(ctx, (trx) => openAppeal(trx, input));
  return getDecision(ctx.db, input);
}

async function openAppeal(
  trx: Db,
  { decisionId: id, userId, text, clientId }: Parameters<typeof appeal>[1],
): Promise<Effects> {
  assertId(id, 'Decision');
  // The lock makes a reversal of the decision wait for the appeal, or the appeal see the reversal.
  const decision = await trx
    .selectFrom('decisions as d')
    .select(['kind', 'reversedAt', 'appealedAt', 'appealId', isRecent.as('isRecent')])
    .$narrowType<Pick<DecisionView, 'kind'>>()
    .where((eb) => eb.and({ id, userId }))
    .forUpdate()
    .executeTakeFirst();
  if (!decision) throw notFound('Decision');
  if (clientId && decision.appealId === clientId) return {};
  const problem = problemOf(decision);
  if (problem) throw new AppError('CONFLICT', problem);
  await trx
    .updateTable('decisions')
    .set({ appeal: text, appealId: clientId ?? null, appealedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  const { id: caseId } = await trx
    .insertInto('moderationCases')
    .values({ targetType: 'decision', targetId: id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { adminEvents: [{ type: 'report', caseId, change: 'reported' }] };
}

const link = z.object({ decisionId: z.string(), userId: z.string() });

/** Returns the ids in the link of an email. Throws BAD_REQUEST for a changed token. */
function readLink({ secrets }: AppealContext, token: string) {
  const found = readSealed(secrets, token, link);
  if (!found) throw new AppError('BAD_REQUEST', "This link doesn't work. It may be incomplete.");
  return found;
}

/** Returns the decision of a link in an email, without signing in. Throws NOT_FOUND. */
export async function readDecisionLink(ctx: AppealContext, token: string): Promise<DecisionView> {
  return getDecision(ctx.db, readLink(ctx, token));
}

/** Appeals the decision of a link in an email. Throws BAD_REQUEST and the errors of `appeal`. */
export async function appealByLink(
  ctx: AppealContext,
  { token, text }: output<typeof appealByLinkInput>,
): Promise<DecisionView> {
  return appeal(ctx, { ...readLink(ctx, token), text });
}
