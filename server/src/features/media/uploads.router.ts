import {
  createUploadInput,
  registerUploadInput,
  registeredView,
  uploadView,
} from '@marketplace/shared/media/schemas';
import { router, userProcedure } from '../../trpc.ts';
import { createUpload, registerUpload } from './uploads.ts';

/** Pictures are sent straight to the object store and then registered. */
export const uploadsRouter = router({
  create: userProcedure
    .meta({ token: 'write' })
    .input(createUploadInput)
    .output(uploadView)
    .mutation(({ ctx, input }) => createUpload(ctx, ctx.session.user.id, input)),
  register: userProcedure
    .meta({ token: 'write' })
    .input(registerUploadInput)
    .output(registeredView)
    .mutation(({ ctx, input }) => registerUpload(ctx, ctx.session.user.id, input)),
});
