import { reportInput } from '@marketplace/shared/moderation/inputs';
import { reportedView } from '@marketplace/shared/moderation/views';
import { tracesOf } from '../../platform/traces.ts';
import { router, userProcedure } from '../../trpc.ts';
import { report } from './report.ts';

export const moderationRouter = router({
  report: userProcedure
    .input(reportInput)
    .output(reportedView)
    .mutation(({ ctx, input }) =>
      report(ctx, { ...input, reporterId: ctx.session.user.id, traces: tracesOf(ctx) }),
    ),
});
