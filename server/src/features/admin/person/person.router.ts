import * as z from 'zod';
import * as schemas from '@marketplace/shared/admin/person';
import { adminUserInput, adminUserView } from '@marketplace/shared/admin/schemas';
import { adminProcedure } from '../../../trpc.ts';
import { runAndPublish } from '../../moderation/effects.ts';
import { endSuspension, suspendAccount } from '../../moderation/suspension.ts';
import { getUser } from '../lists.ts';
import { addNote } from './notes.ts';
import { getPerson } from './person.ts';
import { listTemplates, removeTemplate, saveTemplate } from './templates.ts';

/** The procedures of the page about a person. They are part of the admin router. */
export const personProcedures = {
  person: adminProcedure
    .input(adminUserInput)
    .output(schemas.personView)
    .query(({ ctx, input }) => getPerson(ctx.db, input.id)),

  suspend: adminProcedure
    .input(schemas.suspendInput)
    .output(adminUserView)
    .mutation(async ({ ctx, input }) => {
      const action = { ...input, actorId: ctx.session.user.id };
      await runAndPublish(ctx, (trx) => suspendAccount(trx, action));
      return getUser(ctx.db, input.id);
    }),

  endSuspension: adminProcedure
    .input(schemas.endSuspensionInput)
    .output(adminUserView)
    .mutation(async ({ ctx, input }) => {
      const action = { ...input, actorId: ctx.session.user.id };
      await runAndPublish(ctx, (trx) => endSuspension(trx, action));
      return getUser(ctx.db, input.id);
    }),

  addNote: adminProcedure
    .input(schemas.addNoteInput)
    .output(schemas.noteView)
    .mutation(({ ctx, input }) => addNote(ctx.db, ctx.session.user.id, input)),

  templates: adminProcedure.output(schemas.templatesView).query(({ ctx }) => listTemplates(ctx.db)),

  saveTemplate: adminProcedure
    .input(schemas.saveTemplateInput)
    .output(schemas.templatesView.shape.items.element)
    .mutation(({ ctx, input }) => saveTemplate(ctx.db, { ...input, actorId: ctx.session.user.id })),

  removeTemplate: adminProcedure
    .input(schemas.removeTemplateInput)
    .output(z.void())
    .mutation(({ ctx, input }) =>
      removeTemplate(ctx.db, { ...input, actorId: ctx.session.user.id }),
    ),
};
