import {
  caseInput,
  casePage,
  casesInput,
  caseView,
  resolveReportInput,
} from '@marketplace/shared/moderation/case-views';
import { adminProcedure } from '../../trpc.ts';
import { settle } from '../admin/outcome.ts';
import { claimCase, releaseCase } from './claim.ts';
import { getCase, listCases } from './list-cases.ts';
import { resolveCase } from './resolve.ts';
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
      await settle(ctx, (trx) => claimCase(trx, action));
      return getCase(ctx.db, action.actorId, caseId);
    }),

  releaseReport: adminProcedure
    .input(caseInput)
    .output(caseView)
    .mutation(async ({ ctx, input: { caseId } }) => {
      const action = { actorId: ctx.session.user.id, caseId };
      await settle(ctx, (trx) => releaseCase(trx, action));
      return getCase(ctx.db, action.actorId, caseId);
    }),

  resolveReport: adminProcedure
    .input(resolveReportInput)
    .output(caseView)
    .mutation(async ({ ctx, input }) => {
      const action = { actorId: ctx.session.user.id, ...input };
      await settle(ctx, (trx) => resolveCase(trx, ctx, action));
      return getCase(ctx.db, action.actorId, input.caseId);
    }),

  undoDecision: adminProcedure
    .input(caseInput)
    .output(caseView)
    .mutation(async ({ ctx, input: { caseId } }) => {
      const action = { actorId: ctx.session.user.id, caseId };
      await settle(ctx, (trx) => undoCase(trx, ctx, action));
      return getCase(ctx.db, action.actorId, caseId);
    }),
};
