import * as inputs from '@marketplace/shared/deals/inputs';
import * as views from '@marketplace/shared/deals/views';
import { router, userProcedure } from '../../trpc.ts';
import { getDeal } from './deal.view.ts';

const readProcedure = userProcedure.meta({ token: 'read' });

export const dealsRouter = router({
  forConversation: readProcedure
    .input(inputs.dealInput)
    .output(views.dealView)
    .query(({ ctx, input }) => getDeal(ctx.db, input.conversationId, ctx.session.user.id)),
});
