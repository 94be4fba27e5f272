import * as schemas from '@marketplace/shared/favorites/schemas';
import { router, userProcedure } from '../../trpc.ts';
import {
  addFavorite,
  listFavoriteIds,
  listFavorites,
  mergeFavorites,
  removeFavorite,
} from './favorites.ts';

const readProcedure = userProcedure.meta({ token: 'read' });
const writeProcedure = userProcedure.meta({ token: 'write' });

export const favoritesRouter = router({
  list: readProcedure
    .input(schemas.favoritesInput)
    .output(schemas.favoritePage)
    .query(({ ctx, input }) => listFavorites(ctx.db, ctx.session.user.id, input)),

  ids: readProcedure
    .output(schemas.favoriteIdsView)
    .query(({ ctx }) => listFavoriteIds(ctx.db, ctx.session.user.id)),

  add: writeProcedure
    .input(schemas.favoriteInput)
    .output(schemas.savedView)
    .mutation(({ ctx, input }) => addFavorite(ctx, { ...input, userId: ctx.session.user.id })),

  remove: writeProcedure
    .input(schemas.favoriteInput)
    .output(schemas.savedView)
    .mutation(({ ctx, input }) => removeFavorite(ctx, { ...input, userId: ctx.session.user.id })),

  merge: writeProcedure
    .input(schemas.mergeFavoritesInput)
    .output(schemas.favoriteIdsView)
    .mutation(({ ctx, input }) => mergeFavorites(ctx, ctx.session.user.id, input.listingIds)),
});
