import * as z from 'zod';
import {
  createListingInput,
  listingByIdInput,
  listListingsInput,
  ownListingsInput,
  suggestLocationsInput,
  updateListingInput,
} from '@marketplace/shared/listings/inputs';
import { listingPage, listingView } from '@marketplace/shared/listings/views';
import { suggestLocations } from '@marketplace/shared/regions/suggest-locations';
import { publicProcedure, router, userProcedure } from '../../trpc.ts';
import { getListing, listListings, listOwnListings } from './browse.ts';
import { createListing, removeListing, updateListing } from './listings.ts';

export const listingsRouter = router({
  list: publicProcedure
    .input(listListingsInput)
    .output(listingPage)
    .query(({ ctx, input }) => listListings(ctx.parts.db, ctx.session?.user ?? null, input)),

  byId: publicProcedure
    .input(listingByIdInput)
    .output(listingView)
    .query(({ ctx, input }) => getListing(ctx.parts.db, ctx.session?.user ?? null, input.id)),

  mine: userProcedure
    .input(ownListingsInput)
    .output(listingPage)
    .query(({ ctx, input }) => listOwnListings(ctx.parts.db, ctx.session.user.id, input)),

  create: userProcedure
    .input(createListingInput)
    .output(listingView)
    .mutation(({ ctx, input }) =>
      createListing(ctx.parts.db, { caller: ctx.session.user, config: ctx.parts.config }, input),
    ),

  update: userProcedure
    .input(updateListingInput)
    .output(listingView)
    .mutation(({ ctx, input }) =>
      updateListing(ctx.parts.db, { caller: ctx.session.user, config: ctx.parts.config }, input),
    ),

  remove: userProcedure
    .input(listingByIdInput)
    .output(z.void())
    .mutation(({ ctx, input }) => removeListing(ctx.parts.db, ctx.session.user, input.id)),

  suggestLocations: publicProcedure
    .input(suggestLocationsInput)
    .output(z.array(z.string()))
    .query(({ input }) => suggestLocations(input.query)),
});
