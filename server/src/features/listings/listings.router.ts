import * as z from 'zod';
import {
  createListingInput,
  listingByIdInput,
  listingFacetsInput,
  listListingsInput,
  ownListingsInput,
  suggestLocationsInput,
  updateListingInput,
} from '@marketplace/shared/listings/inputs';
import {
  facetsView,
  listingPage,
  listingView,
  missingListingView,
  placesView,
} from '@marketplace/shared/listings/views';
import { suggestLocations } from '@marketplace/shared/regions/suggest-locations';
import { describeListingInput } from '@marketplace/shared/descriptions/inputs';
import { describedView } from '@marketplace/shared/descriptions/views';
import { alsoRefusing, publicProcedure, router, userProcedure } from '../../trpc.ts';
import { describeListing } from '../descriptions/describe-listing.ts';
import { getListing, listListings, listOwnListings } from './browse.ts';
import { countFacets } from './facets.ts';
import { listFeatured } from './featured.ts';
import { createListing, listingIssues, removeListing, updateListing } from './listings.ts';
import { describeMissing } from './missing.ts';
import { countPlaces } from './place-counts.ts';

const savingProcedure = userProcedure.use(alsoRefusing(listingIssues));

export const listingsRouter = router({
  list: publicProcedure
    .input(listListingsInput)
    .output(listingPage)
    .query(({ ctx, input }) => listListings(ctx.parts, ctx.session?.user ?? null, input)),

  featured: publicProcedure
    .output(z.array(listingView))
    .query(({ ctx: { parts } }) =>
      parts.coalesce('listings.featured', () => listFeatured(parts.db)),
    ),

  facets: publicProcedure
    .input(listingFacetsInput)
    .output(facetsView)
    .query(({ ctx: { parts }, input }) =>
      parts.coalesce(`listings.facets ${JSON.stringify(input)}`, () =>
        countFacets(parts.db, input),
      ),
    ),

  places: publicProcedure.output(placesView).query(({ ctx }) => countPlaces(ctx.parts.db)),

  byId: publicProcedure
    .input(listingByIdInput)
    .output(listingView)
    .query(({ ctx, input }) => getListing(ctx.parts.db, ctx.session?.user ?? null, input.id)),

  missing: publicProcedure
    .input(listingByIdInput)
    .output(missingListingView)
    .query(({ ctx, input }) => describeMissing(ctx.parts, input.id)),

  mine: userProcedure
    .input(ownListingsInput)
    .output(listingPage)
    .query(({ ctx, input }) => listOwnListings(ctx.parts.db, ctx.session.user.id, input)),

  create: savingProcedure
    .input(createListingInput)
    .output(listingView)
    .mutation(async ({ ctx, input }) => {
      const listing = await createListing(ctx.parts, ctx.session.user, input);
      ctx.parts.hub.admin.tell({ type: 'listingCreated', listingId: listing.id });
      return listing;
    }),

  update: savingProcedure
    .input(updateListingInput)
    .output(listingView)
    .mutation(({ ctx, input }) => updateListing(ctx.parts, ctx.session.user, input)),

  remove: userProcedure
    .input(listingByIdInput)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      await removeListing(ctx.parts.db, ctx.session.user, input.id);
      ctx.parts.hub.admin.tell({ type: 'listingChanged', listingId: input.id });
    }),

  describe: userProcedure
    .input(describeListingInput)
    .output(describedView)
    .mutation(({ ctx, input }) => describeListing(ctx.parts, ctx.session.user.id, input)),

  suggestLocations: publicProcedure
    .input(suggestLocationsInput)
    .output(z.array(z.string()))
    .query(({ input }) => suggestLocations(input.query)),
});
