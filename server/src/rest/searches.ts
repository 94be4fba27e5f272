import { deletedView } from '@marketplace/shared/listings/views';
import { apiRoute, type ApiRoutes, procedureRoute } from './api.ts';

const common = { tag: 'Listings', access: 'user' } as const;

export const searchRoutes: ApiRoutes[] = [
  procedureRoute(['GET /api/searches', 'listSearches', 'searches.list'], {
    ...common,
    summary: 'Your saved searches with what they found, newest first',
  }),
  procedureRoute(['POST /api/searches', 'createSearch', 'searches.create'], {
    ...common,
    summary: 'Saves a search, or returns the existing one with the same filter',
    status: 201,
    refusals: [409],
  }),
  procedureRoute(['PUT /api/searches/:id', 'updateSearch', 'searches.update'], {
    ...common,
    summary: 'Renames, pauses or resumes a saved search; omitted fields stay the same',
    refusals: [404],
  }),
  apiRoute('DELETE /api/searches/:id', 'deleteSearch', {
    ...common,
    summary: 'Deletes a saved search',
    answer: deletedView,
    refusals: [404],
    async call({ caller, params }) {
      await caller.searches.remove(params);
      return { message: 'Search deleted' };
    },
  }),
];
