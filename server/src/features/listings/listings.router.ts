import * as z from 'zod';
import { describeListingInput, describedView } from '@marketplace/shared/descriptions/schemas';
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
import { alsoRefusing, publicProcedure, router, userProcedure } from '../../trpc.ts';
import { describeListing } from '../descriptions/describe-listing.ts';
import { getListing, listListings, listOwnListings, describeMissing } from './browse.ts';
import { countFacets, countPlaces } from './facets.ts';
import { listFeatured } from './featured.ts';
import { createListing, listingIssues, removeListing, updateListing } from './listings.ts';

const savingProcedure = userProcedure.use(alsoRefusing(listingIssues));

export const listingsRouter = router({
  list: publicProcedure
    .meta({ token: 'read' })
    .input(listListingsInput)
    .output(listingPage)
    .query(({ ctx, input }) => listListings(ctx, ctx.session?.user ?? null, input)),

  featured: publicProcedure
    .meta({ token: 'read' })
    .output(z.array(listingView))
    .query(({ ctx }) => ctx.coalesce('listings.featured', () => listFeatured(ctx.db))),

  facets: publicProcedure
    .meta({ token: 'read' })
    .input(listingFacetsInput)
    .output(facetsView)
    .query(({ ctx, input }) =>
      ctx.coalesce(`listings.facets ${JSON.stringify(input)}`, () => countFacets(ctx.db, input)),
    ),

  places: publicProcedure
    .meta({ token: 'read' })
    .output(placesView)
    .query(({ ctx }) => countPlaces(ctx.db)),

  byId: publicProcedure
    .meta({ token: 'read' })
    .input(listingByIdInput)
    .output(listingView)
    .query(({ ctx, input }) => getListing(ctx.db, ctx.session?.user ?? null, input.id)),

  missing: publicProcedure
    .meta({ token: 'read' })
    .input(listingByIdInput)
    .output(missingListingView)
    .query(({ ctx, input }) => describeMissing(ctx, input.id)),

  mine: userProcedure
    .meta({ token: 'read' })
    .input(ownListingsInput)
    .output(listingPage)
    .query(({ ctx, input }) => listOwnListings(ctx.db, ctx.session.user.id, input)),

  create: savingProcedure
    .meta({ token: 'write' })
    .input(createListingInput)
    .output(listingView)
    .mutation(async ({ ctx, input }) => {
      const listing = await createListing(ctx, ctx.session.user, input);
      ctx.hub.admin.publish({ type: 'listingCreated', listingId: listing.id });
      return listing;
    }),

  update: savingProcedure
    .meta({ token: 'write' })
    .input(updateListingInput)
    .output(listingView)
    .mutation(({ ctx, input }) => updateListing(ctx, ctx.session.user, input)),

  remove: userProcedure
    .meta({ token: 'write' })
    .input(listingByIdInput)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      await removeListing(ctx.db, ctx.session.user, input.id);
      ctx.hub.admin.publish({ type: 'listingChanged', listingId: input.id });
    }),

  describe: userProcedure
    .meta({ token: 'write' })
    .input(describeListingInput)
    .output(describedView)
    .mutation(({ ctx, input }) => describeListing(ctx, ctx.session.user.id, input)),

  suggestLocations: publicProcedure
    .meta({ token: 'read' })
    .input(suggestLocationsInput)
    .output(z.array(z.string()))
    .query(({ input }) => suggestLocations(input.query)),
});
