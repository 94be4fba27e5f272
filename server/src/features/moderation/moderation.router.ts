import type { Db } from '@marketplace/db/database';
import { publicFiguresView } from '@marketplace/shared/analytics/schemas';
import { updateListingInput } from '@marketplace/shared/listings/inputs';
import { listingView } from '@marketplace/shared/listings/views';
import * as appeals from '@marketplace/shared/moderation/appeals';
import * as schemas from '@marketplace/shared/moderation/schemas';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { attemptEach } from '../../platform/attempt-each.ts';
import { tracesOf } from '../../platform/traces.ts';
import {
  adminProcedure,
  alsoRefusing,
  publicProcedure,
  router,
  userProcedure,
} from '../../trpc.ts';
import { listingIssues } from '../listings/listings.ts';
import { readPublicFigures } from '../analytics/public-figures.ts';
import { type CaseRequest, changeClaim } from './cases.ts';
import { type Effects, runAndPublish } from './effects.ts';
import { getCase, getCases, listCases } from './list-cases.ts';
import { readQueue } from './queue.ts';
import { report } from './report.ts';
import { answerAppeal } from './appeals/answer-appeal.ts';
import { appeal, appealByLink, readDecisionLink } from './appeals/appeal.ts';
import { listDecisions } from './appeals/list-decisions.ts';
import { resubmitListing } from './appeals/resubmit.ts';
import { resolveCase, undoCase } from './resolve-case.ts';

export const moderationRouter = router({
  report: userProcedure
    .input(schemas.reportInput)
    .output(schemas.reportedView)
    .mutation(({ ctx, input }) =>
      report(ctx, { ...input, reporterId: ctx.session.user.id, traces: tracesOf(ctx) }),
    ),

  /** The decisions about the caller's content and account. */
  decisions: userProcedure
    .input(appeals.decisionsInput)
    .output(appeals.decisionPage)
    .query(({ ctx, input }) => listDecisions(ctx.db, ctx.session.user.id, input)),

  appeal: userProcedure
    .meta({ whileSuspended: true })
    .input(appeals.appealInput)
    .output(appeals.decisionView)
    .mutation(({ ctx, input }) => appeal(ctx, { ...input, userId: ctx.session.user.id })),

  decisionByLink: publicProcedure
    .input(appeals.decisionLinkInput)
    .output(appeals.decisionView)
    .query(({ ctx, input }) => readDecisionLink(ctx, input.token)),

  appealByLink: publicProcedure
    .meta({ whileSuspended: true })
    .input(appeals.appealByLinkInput)
    .output(appeals.decisionView)
    .mutation(({ ctx, input }) => appealByLink(ctx, input)),

  /** Saves an edit of a hidden listing and sends it to a moderator again. */
  resubmit: userProcedure
    .use(alsoRefusing(listingIssues))
    .input(updateListingInput)
    .output(listingView)
    .mutation(({ ctx, input }) => resubmitListing(ctx, ctx.session.user, input)),

  publicFigures: publicProcedure
    .meta({ token: 'read' })
    .output(publicFiguresView)
    .query(({ ctx }) => readPublicFigures(ctx.db)),
});

const caseProcedure = adminProcedure.input(schemas.caseInput).output(schemas.caseView);

/** The procedures of the moderation queue. They are part of the admin router. */
export const caseProcedures = {
  reports: adminProcedure
    .input(schemas.casesInput)
    .output(schemas.casePage)
    .query(({ ctx, input }) => listCases(ctx.db, ctx.session.user.id, input)),

  report: caseProcedure.query(({ ctx, input }) =>
    getCase(ctx.db, ctx.session.user.id, input.caseId),
  ),

  claimReport: caseProcedure.mutation(({ ctx, input }) =>
    changeCase(ctx, input, (trx, request) => changeClaim(trx, 'claim', request)),
  ),

  releaseReport: caseProcedure.mutation(({ ctx, input }) =>
    changeCase(ctx, input, (trx, request) => changeClaim(trx, 'release', request)),
  ),

  resolveReport: adminProcedure
    .input(schemas.resolveReportInput)
    .output(schemas.caseView)
    .mutation(({ ctx, input }) =>
      changeCase(ctx, input, (trx, request) => resolveCase(trx, ctx, request)),
    ),

  answerAppeal: adminProcedure
    .input(schemas.answerAppealInput)
    .output(schemas.caseView)
    .mutation(({ ctx, input }) =>
      changeCase(ctx, input, (trx, request) => answerAppeal(trx, ctx, request)),
    ),

  resolveReports: adminProcedure
    .input(schemas.resolveReportsInput)
    .output(schemas.caseResultsView)
    .mutation(({ ctx, input }) =>
      changeCases(ctx, input, (trx, request) => resolveCase(trx, ctx, request)),
    ),

  undoDecision: caseProcedure.mutation(({ ctx, input }) =>
    changeCase(ctx, input, (trx, request) => undoCase(trx, ctx, request)),
  ),

  undoDecisions: adminProcedure
    .input(schemas.undoDecisionsInput)
    .output(schemas.caseResultsView)
    .mutation(({ ctx, input }) =>
      changeCases(ctx, input, (trx, request) => undoCase(trx, ctx, request)),
    ),

  queue: adminProcedure
    .output(schemas.queueView)
    .query(({ ctx }) => readQueue(ctx.db, ctx.session.user.id)),
};

async function changeCase<Input extends { caseId: string }>(
  ctx: AppContext & { session: Session },
  input: Input,
  act: (trx: Db, request: Input & CaseRequest) => Promise<Effects>,
): Promise<schemas.CaseView> {
  const actorId = ctx.session.user.id;
  await runAndPublish(ctx, (trx) => act(trx, { ...input, actorId }));
  return getCase(ctx.db, actorId, input.caseId);
}

/** Changes each case in its own transaction, and returns each with the problem, if there was one. */
async function changeCases<Input extends { caseIds: string[] }>(
  ctx: AppContext & { session: Session },
  { caseIds, ...input }: Input,
  act: (trx: Db, request: Omit<Input, 'caseIds'> & CaseRequest) => Promise<Effects>,
): Promise<schemas.CaseResult[]> {
  const actorId = ctx.session.user.id;
  const results = await attemptEach([...new Set(caseIds)], (caseId) =>
    runAndPublish(ctx, (trx) => act(trx, { ...input, actorId, caseId })),
  );
  const views = new Map((await getCases(ctx.db, actorId, caseIds)).map((view) => [view.id, view]));
  return results.map(({ item: caseId, problem }) => {
    return { caseId, problem, case: views.get(caseId.toLowerCase()) ?? null };
  });
}
