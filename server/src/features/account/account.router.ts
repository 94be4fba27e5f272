import * as z from 'zod';
import { lookupId } from '@marketplace/shared/ids';
import { publicUserView } from '@marketplace/shared/users/views';
import { publicProcedure, router } from '../../trpc.ts';
import { getPublicUser } from './users.ts';

export const accountRouter = router({
  profile: publicProcedure
    .input(z.object({ id: lookupId }))
    .output(publicUserView)
    .query(({ ctx, input }) => getPublicUser(ctx.parts.db, input.id)),
});
