import { type ApiRoutes, procedureRoute } from './api.ts';

export const favoriteRoutes: ApiRoutes[] = [
  procedureRoute(['GET /api/favorites', 'listFavorites', 'favorites.list'], {
    tag: 'Favorites',
    summary: 'Your favorites, newest first',
    access: 'user',
  }),
  procedureRoute(['PUT /api/favorites/:listingId', 'addFavorite', 'favorites.add'], {
    tag: 'Favorites',
    summary: 'Adds a listing to your favorites',
    access: 'user',
    refusals: [404, 409],
  }),
  procedureRoute(['DELETE /api/favorites/:listingId', 'removeFavorite', 'favorites.remove'], {
    tag: 'Favorites',
    summary: 'Removes a listing from your favorites',
    access: 'user',
  }),
];
