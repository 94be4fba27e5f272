import { adminGrantView } from '@marketplace/shared/admin/views';
import { router, userProcedure } from '../../trpc.ts';
import { forceInitializeAdmin, initializeAdmin } from './first-admin.ts';

const message = 'Admin access granted successfully';

export const adminRouter = router({
  initialize: userProcedure.output(adminGrantView).mutation(async ({ ctx }) => {
    const { id, ...user } = await initializeAdmin(ctx.parts.db, ctx.session.user.id);
    return { message, userId: id, ...user };
  }),

  forceInitialize: userProcedure.output(adminGrantView).mutation(async ({ ctx }) => {
    const { db, config } = ctx.parts;
    const { id, ...user } = await forceInitializeAdmin(db, ctx.session.user, config.adminEmails);
    return { message, userId: id, ...user };
  }),
});
