import * as z from 'zod';
import { importListingsInput, importView } from '@marketplace/shared/listings/bulk';
import { maxImportBytes } from '@marketplace/shared/listings/constants';
import { badField } from '../errors.ts';
import { exportListings } from '../features/listings/bulk/export-listings.ts';
import { importListings } from '../features/listings/bulk/import-listings.ts';
import { apiContextOf } from '../request-context.ts';
import { apiRoute, type ApiRoutes, describeRoute, procedureRoute, userOf } from './api.ts';

const own = { tag: 'Listings', access: 'user' } as const;

const exportCsv = describeRoute('exportListings', {
  ...own,
  summary: 'Your listings as a CSV file',
  answer: z.string(),
  produces: 'text/csv',
});

const importCsv = apiRoute('POST /api/listings/import', 'importListings', {
  ...own,
  summary: 'Creates and updates listings from a CSV file',
  query: importListingsInput,
  body: z.string().describe('A CSV file with a header.'),
  consumes: 'text/csv',
  bodyLimit: maxImportBytes,
  answer: importView,
  call({ context, request, query }) {
    const user = userOf(context, 'write');
    const range = importListingsInput.parse(query);
    if (!Buffer.isBuffer(request.body)) throw badField('file', 'Send a CSV file as text/csv.');
    return importListings(context, user, { ...range, bytes: request.body });
  },
});

/** Routes for many listings at once. */
export const bulkRoutes: ApiRoutes[] = [
  procedureRoute(['POST /api/listings/bulk', 'saveListings', 'listings.bulk'], {
    ...own,
    summary: 'Creates and updates up to 100 listings',
    bodyLimit: maxImportBytes,
  }),
  (app, ctx) =>
    app.get('/api/listings/export.csv', exportCsv, async (request, reply) => {
      const user = userOf(await apiContextOf(ctx, request, reply), 'read');
      const day = new Date().toISOString().slice(0, 10);
      return reply
        .header('content-disposition', `attachment; filename="my-listings-${day}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(exportListings(ctx.db, user.id));
    }),
  (app, ctx) =>
    void app.register(async (scope) => {
      // Only this route accepts CSV. Its bytes are decoded later, because files vary.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      );
      importCsv(scope, ctx);
    }),
];
