import * as inputs from '@marketplace/shared/messaging/inputs';
import * as views from '@marketplace/shared/messaging/views';
import { router, userProcedure } from '../../trpc.ts';
import { listBlocked, setBlocked } from './blocks.ts';

const readProcedure = userProcedure.meta({ token: 'read' });
const writeProcedure = userProcedure.meta({ token: 'write' });

/** Part of `messaging.*`; a separate feature, because blocking ends deals, which import messaging. */
export const blocksRouter = router({
  block: writeProcedure
    .input(inputs.blockInput)
    .output(views.blockView)
    .mutation(({ ctx, input }) =>
      setBlocked(ctx, { userId: ctx.session.user.id, otherId: input.userId, blocked: true }),
    ),

  unblock: writeProcedure
    .input(inputs.blockInput)
    .output(views.blockView)
    .mutation(({ ctx, input }) =>
      setBlocked(ctx, { userId: ctx.session.user.id, otherId: input.userId, blocked: false }),
    ),

  blocked: readProcedure
    .output(views.blockedPeopleView)
    .query(({ ctx }) => listBlocked(ctx.db, ctx.session.user.id)),
});
