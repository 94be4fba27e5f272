import * as z from 'zod';
import * as schemas from '@marketplace/shared/searches/schemas';
import { publicProcedure, router, userProcedure } from '../../trpc.ts';
import { followNewMatches } from './new-matches.ts';
import * as searches from './searches.ts';
import { hiderOf } from '../users/users.ts';

const readProcedure = userProcedure.meta({ token: 'read' });
const writeProcedure = userProcedure.meta({ token: 'write' });

export const searchesRouter = router({
  list: readProcedure
    .output(schemas.searchesView)
    .query(({ ctx }) => searches.listSearches(ctx.db, ctx.session.user.id)),

  create: writeProcedure
    .input(schemas.createSearchInput)
    .output(schemas.searchView)
    .mutation(({ ctx, input }) => searches.createSearch(ctx, ctx.session.user.id, input)),

  update: writeProcedure
    .input(schemas.updateSearchInput)
    .output(schemas.searchView)
    .mutation(({ ctx, input }) => searches.updateSearch(ctx.db, ctx.session.user.id, input)),

  remove: writeProcedure
    .input(schemas.searchByIdInput)
    .output(z.void())
    .mutation(({ ctx, input }) => searches.removeSearch(ctx.db, ctx.session.user.id, input.id)),

  followers: readProcedure.output(schemas.followersView).query(async ({ ctx }) => ({
    count: await searches.countFollowers(ctx.db, ctx.session.user.id),
  })),

  waiting: readProcedure
    .input(schemas.waitingInput)
    .output(schemas.waitingView)
    .query(async ({ ctx, input }) => ({
      count: await searches.countWaiting(ctx, ctx.session.user.id, input),
    })),

  /** Yields `newMatchView`, for visitors too. Works over WebSocket only. */
  newMatches: publicProcedure
    .input(schemas.newMatchesInput)
    .subscription(({ ctx, input, signal }) =>
      followNewMatches(ctx, {
        ...input,
        hiddenFor: hiderOf(ctx.session?.user),
        connection: ctx.connection,
        signal: signal ?? new AbortController().signal,
      }),
    ),
});
