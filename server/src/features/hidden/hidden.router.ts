import * as schemas from '@marketplace/shared/hidden/schemas';
import { router, userProcedure } from '../../trpc.ts';
import { hide, listHidden, show } from './hidden.ts';

const readProcedure = userProcedure.meta({ token: 'read' });
const writeProcedure = userProcedure.meta({ token: 'write' });

export const hiddenRouter = router({
  list: readProcedure
    .output(schemas.hiddenListView)
    .query(({ ctx }) => listHidden(ctx.db, ctx.session.user.id)),

  add: writeProcedure
    .input(schemas.hiddenInput)
    .output(schemas.hiddenView)
    .mutation(({ ctx, input }) => hide(ctx, ctx.session.user.id, input)),

  remove: writeProcedure
    .input(schemas.hiddenInput)
    .output(schemas.hiddenView)
    .mutation(({ ctx, input }) => show(ctx, ctx.session.user.id, input)),
});
