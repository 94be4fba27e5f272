import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import {
  caseInput,
  casePage,
  casesInput,
  caseView,
  resolveReportInput,
} from '@marketplace/shared/moderation/case-views';
import { adminProcedure } from '../../trpc.ts';
import { audit } from '../admin/audit.ts';
import { runAndPublish, type Effects, effectsOf } from '../admin/effects.ts';
import { getCase, listCases } from './list-cases.ts';
import { resolveCase } from './resolve.ts';
import { assertFree, type CaseAction, lockCase } from './lock-case.ts';
import { undoCase } from './undo.ts';

/** The moderation queue, as a part of what admins call. */
export const caseProcedures = {
  reports: adminProcedure
    .input(casesInput)
    .output(casePage)
    .query(({ ctx, input }) => listCases(ctx.db, ctx.session.user.id, input)),

  /** One case, such as one that has left the list in the meantime. */
  report: adminProcedure
    .input(caseInput)
    .output(caseView)
    .query(({ ctx, input }) => getCase(ctx.db, ctx.session.user.id, input.caseId)),

  claimReport: adminProcedure
    .input(caseInput)
    .output(caseView)
    .mutation(async ({ ctx, input: { caseId } }) => {
      const action = { actorId: ctx.session.user.id, caseId };
      await runAndPublish(ctx, (trx) => claimCase(trx, action));
      return getCase(ctx.db, action.actorId, caseId);
    }),

  releaseReport: adminProcedure
    .input(caseInput)
    .output(caseView)
    .mutation(async ({ ctx, input: { caseId } }) => {
      const action = { actorId: ctx.session.user.id, caseId };
      await runAndPublish(ctx, (trx) => releaseCase(trx, action));
      return getCase(ctx.db, action.actorId, caseId);
    }),

  resolveReport: adminProcedure
    .input(resolveReportInput)
    .output(caseView)
    .mutation(async ({ ctx, input }) => {
      const action = { actorId: ctx.session.user.id, ...input };
      await runAndPublish(ctx, (trx) => resolveCase(trx, ctx, action));
      return getCase(ctx.db, action.actorId, input.caseId);
    }),

  undoDecision: adminProcedure
    .input(caseInput)
    .output(caseView)
    .mutation(async ({ ctx, input: { caseId } }) => {
      const action = { actorId: ctx.session.user.id, caseId };
      await runAndPublish(ctx, (trx) => undoCase(trx, ctx, action));
      return getCase(ctx.db, action.actorId, caseId);
    }),
};

/**
 * Takes a case for this admin for 30 minutes, anew where they have it already. Throws CONFLICT where
 * another active admin has it or it is decided, NOT_FOUND for none.
 */
async function claimCase(trx: Db, { actorId, caseId }: CaseAction): Promise<Effects> {
  const taken = await lockCase(trx, caseId);
  await assertFree(trx, taken, actorId);
  await trx
    .updateTable('moderationCases')
    .set({ claimedBy: actorId, claimedAt: sql<Date>`now()` })
    .where('id', '=', taken.id)
    .execute();
  if (taken.holderId === actorId) return effectsOf({});
  await audit(trx, { actorId, action: 'report.claim', targetType: 'case', targetId: taken.id });
  return effectsOf({ news: [{ type: 'report', caseId: taken.id, change: 'claimed' }] });
}

/**
 * Gives a case back; one that nobody has stays as it is. Throws CONFLICT where another active admin
 * has it or it is decided, NOT_FOUND for none.
 */
async function releaseCase(trx: Db, { actorId, caseId }: CaseAction): Promise<Effects> {
  const taken = await lockCase(trx, caseId);
  await assertFree(trx, taken, actorId);
  await trx
    .updateTable('moderationCases')
    .set({ claimedBy: null, claimedAt: null })
    .where('id', '=', taken.id)
    .execute();
  if (taken.holderId === null) return effectsOf({});
  await audit(trx, { actorId, action: 'report.release', targetType: 'case', targetId: taken.id });
  return effectsOf({ news: [{ type: 'report', caseId: taken.id, change: 'released' }] });
}
