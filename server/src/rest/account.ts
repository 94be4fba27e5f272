import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { exportZip } from '../features/account/export-zip.ts';
import { openExportLink } from '../features/account/export-link.ts';
import type { AppContext } from '../app-context.ts';
import { describeRoute } from './api-schema.ts';
import { restContext } from './http.ts';

const exported = describeRoute('exportAccount', {
  tag: 'Users',
  summary: 'All data of the user, as a ZIP, through a link that Settings gives',
  access: 'session',
  answer: z.file(),
  produces: 'application/zip',
  refusals: [404],
});

/** The download that `account.exportData` gives the address of. */
export function accountRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: { token: string } }>(
    '/api/account/export/:token',
    exported,
    async (request, reply) => {
      const call = await restContext(ctx, request, reply);
      const user = await openExportLink(call, request.params.token);
      const day = new Date().toISOString().slice(0, 10);
      return reply
        .headers({
          'content-disposition': `attachment; filename="my-data-${day}.zip"`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        })
        .type('application/zip')
        .send(await exportZip(ctx, user.id));
    },
  );
}
