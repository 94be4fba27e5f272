import * as z from 'zod';
import * as schemas from '@marketplace/shared/listings/drafts';
import { listingView } from '@marketplace/shared/listings/views';
import { router, userProcedure } from '../../../trpc.ts';
import * as drafts from './drafts.ts';
import { publishDraft } from './publish-draft.ts';

export const draftsRouter = router({
  list: userProcedure
    .output(z.array(schemas.draftRowView))
    .query(({ ctx }) => drafts.listDrafts(ctx.db, ctx.session.user.id)),

  get: userProcedure
    .input(schemas.draftByIdInput)
    .output(schemas.draftView)
    .query(({ ctx, input }) => drafts.getDraft(ctx.db, ctx.session.user.id, input.id)),

  save: userProcedure
    .input(schemas.saveDraftInput)
    .output(schemas.savedDraftView)
    .mutation(({ ctx, input }) => drafts.saveDraft(ctx, ctx.session.user.id, input)),

  remove: userProcedure
    .input(schemas.draftByIdInput)
    .output(schemas.draftView)
    .mutation(({ ctx, input }) => drafts.removeDraft(ctx.db, ctx.session.user.id, input.id)),

  publish: userProcedure
    .input(schemas.publishDraftInput)
    .output(listingView)
    .mutation(({ ctx, input }) => publishDraft(ctx, ctx.session.user, input)),
});
