import * as z from 'zod';
import * as descriptions from '@marketplace/shared/descriptions/schemas';
import { bulkListingsInput, bulkListingsView } from '@marketplace/shared/listings/bulk';
import * as inputs from '@marketplace/shared/listings/inputs';
import * as views from '@marketplace/shared/listings/views';
import { listingStatsView } from '@marketplace/shared/listings/stats';
import { suggestLocations } from '@marketplace/shared/regions/suggest-locations';
import { followListings } from '../../realtime/follow-listings.ts';
import { alsoRefusing, publicProcedure, router, userProcedure } from '../../trpc.ts';
import { describeListing } from '../descriptions/describe-listing.ts';
import { suggestDetails } from '../descriptions/suggest-details.ts';
import { hiderOf } from '../users/users.ts';
import { saveListings } from './bulk/save-listings.ts';
import { actOnListings, undoActs } from './act-on-listings.ts';
import { getListing, listListings, openListing, readPublicListings } from './browse.ts';
import { confirmListing, endListing, renewListing } from './ending/ending.ts';
import { followListingLink, readListingLink, undoListingAct } from './ending/listing-links.ts';
import { countFacets, countPlaces } from './search/facets.ts';
import { listFeatured } from './featured.ts';
import { createListing, listingIssues, updateListing } from './listings.ts';
import { removeListing } from './remove-listing.ts';
import { countRelaxations } from './search/relaxations.ts';
import { describeMissing, findRelated } from './related.ts';
import { findPriceGuide } from './price-guide.ts';
import { setPriceSteps } from './price-steps.ts';
import { listOwnListings } from './own-listings.ts';
import { readListingStats } from './stats/listing-stats.ts';
import { suggest } from './search/suggestions.ts';

const readProcedure = publicProcedure.meta({ token: 'read' });
const writeProcedure = userProcedure.meta({ token: 'write' });
const savingProcedure = writeProcedure.use(alsoRefusing(listingIssues));

export const listingsRouter = router({
  // There is no output schema, because each listing was checked when it was read.
  list: readProcedure
    .input(inputs.listListingsInput)
    .query(({ ctx, input }) => listListings(ctx, ctx.session?.user ?? null, input)),

  featured: readProcedure.output(z.array(views.listingView)).query(({ ctx }) => {
    const hiddenFor = hiderOf(ctx.session?.user);
    return ctx.coalesce(`listings.featured ${hiddenFor}`, () =>
      listFeatured(ctx.db, Date.now(), hiddenFor),
    );
  }),

  facets: readProcedure
    .input(inputs.listingFacetsInput)
    .output(views.facetsView)
    .query(({ ctx, input }) =>
      ctx.coalesce(`listings.facets ${JSON.stringify(input)}`, () => countFacets(ctx.db, input)),
    ),

  relaxations: readProcedure
    .input(inputs.listingFacetsInput)
    .output(views.relaxationsView)
    .query(({ ctx, input }) =>
      ctx.coalesce(`listings.relaxations ${JSON.stringify(input)}`, () =>
        countRelaxations(ctx.db, input),
      ),
    ),

  places: readProcedure.output(views.placesView).query(({ ctx }) => countPlaces(ctx.db)),

  byId: readProcedure
    .input(inputs.listingByIdInput)
    .output(views.listingView)
    .query(({ ctx, input }) => openListing(ctx, ctx.session?.user ?? null, input.id)),

  byIds: readProcedure
    .input(inputs.listingsByIdsInput)
    .output(z.array(views.listingView))
    .query(({ ctx, input }) => readPublicListings(ctx.db, input.ids)),

  availability: readProcedure
    .input(inputs.listingByIdInput)
    .output(views.listingStateView)
    .query(({ ctx, input }) => getListing(ctx.db, ctx.session?.user ?? null, input.id)),

  missing: readProcedure
    .input(inputs.listingByIdInput)
    .output(views.missingListingView)
    .query(({ ctx, input }) => describeMissing(ctx, input.id)),

  related: readProcedure
    .input(inputs.listingByIdInput)
    .output(views.relatedView)
    .query(({ ctx, input }) => findRelated(ctx, input.id, hiderOf(ctx.session?.user))),

  priceGuide: readProcedure
    .input(inputs.priceGuideInput)
    .output(views.priceGuideView.nullable())
    .query(({ ctx, input }) => findPriceGuide(ctx.db, ctx.session?.user.id ?? null, input)),

  mine: userProcedure
    .meta({ token: 'read' })
    .input(inputs.ownListingsInput)
    .output(views.ownListingsPage)
    .query(({ ctx, input }) => listOwnListings(ctx.db, ctx.session.user.id, input)),

  create: savingProcedure
    .input(inputs.createListingInput)
    .output(views.listingView)
    .mutation(({ ctx, input }) => createListing(ctx, ctx.session.user, input)),

  update: savingProcedure
    .input(inputs.updateListingInput)
    .output(views.listingView)
    .mutation(async ({ ctx, input }) => {
      const listing = await updateListing(ctx, ctx.session.user, input);
      ctx.hub.listings.changed([listing.id]);
      return listing;
    }),

  bulk: writeProcedure
    .input(bulkListingsInput)
    .output(bulkListingsView)
    .mutation(({ ctx, input }) => saveListings(ctx, ctx.session.user, input)),

  remove: writeProcedure
    .input(inputs.listingByIdInput)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      await removeListing(ctx, ctx.session.user, input.id);
      ctx.hub.listings.changed([input.id]);
      ctx.hub.admin.publish({ type: 'listingChanged', listingId: input.id });
    }),

  renew: writeProcedure
    .input(inputs.listingByIdInput)
    .output(views.changedTermView)
    .mutation(async ({ ctx, input: { id } }) => {
      const { user } = ctx.session;
      const undo = await renewListing(ctx, user.id, id);
      return { ...(await getListing(ctx.db, user, id)), undo };
    }),

  end: writeProcedure
    .input(inputs.listingByIdInput)
    .output(views.changedTermView)
    .mutation(async ({ ctx, input: { id } }) => {
      const { user } = ctx.session;
      const undo = await endListing(ctx, user.id, id);
      return { ...(await getListing(ctx.db, user, id)), undo };
    }),

  act: writeProcedure
    .input(inputs.actOnListingsInput)
    .output(z.array(views.actResult))
    .mutation(({ ctx, input }) => actOnListings(ctx, ctx.session.user.id, input)),

  undoAct: writeProcedure
    .input(inputs.listingTokensInput)
    .output(z.array(z.string().nullable()))
    .mutation(({ ctx, input }) => undoActs(ctx, input.tokens)),

  confirm: writeProcedure
    .input(inputs.listingByIdInput)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      await confirmListing(ctx, ctx.session.user.id, input.id);
    }),

  stats: userProcedure
    .meta({ token: 'read' })
    .input(inputs.listingByIdInput)
    .output(listingStatsView)
    .query(({ ctx, input }) => readListingStats(ctx.db, ctx.session.user.id, input)),

  setPriceSteps: writeProcedure
    .input(inputs.priceStepsInput)
    .output(z.void())
    .mutation(({ ctx, input }) => setPriceSteps(ctx, ctx.session.user.id, input)),

  /** Anyone with the link from an email can call these three, signed in or not. */
  link: publicProcedure
    .input(inputs.listingTokenInput)
    .output(views.listingLinkView)
    .query(({ ctx, input }) => readListingLink(ctx, input.token)),

  followLink: publicProcedure
    .input(inputs.listingTokenInput)
    .output(views.followedLinkView)
    .mutation(({ ctx, input }) => followListingLink(ctx, input.token)),

  undo: publicProcedure
    .input(inputs.listingTokenInput)
    .output(z.void())
    .mutation(({ ctx, input }) => undoListingAct(ctx, input.token)),

  /** Sends a `listingStateView` at first and after each change. Works over WebSocket only. */
  live: publicProcedure.input(inputs.liveListingsInput).subscription(({ ctx, input, signal }) =>
    followListings(ctx, {
      ids: input.ids,
      user: ctx.session?.user ?? null,
      connection: ctx.connection,
      signal: signal ?? new AbortController().signal,
    }),
  ),

  describe: writeProcedure
    .input(descriptions.describeListingInput)
    .output(descriptions.describedView)
    .mutation(({ ctx, input }) => describeListing(ctx, ctx.session.user.id, input)),

  suggestDetails: writeProcedure
    .input(descriptions.suggestDetailsInput)
    .output(descriptions.suggestedDetails)
    .mutation(({ ctx, input }) => suggestDetails(ctx, ctx.session.user.id, input)),

  suggest: readProcedure
    .input(inputs.suggestInput)
    .output(z.array(views.suggestionView))
    .query(({ ctx, input: { query } }) =>
      ctx.coalesce(`listings.suggest ${query}`, () => suggest(ctx.db, query)),
    ),

  suggestLocations: readProcedure
    .input(inputs.suggestLocationsInput)
    .output(z.array(z.string()))
    .query(({ input }) => suggestLocations(input.query)),
});
