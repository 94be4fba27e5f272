import * as z from 'zod';
import { listingsPerCall } from '@marketplace/shared/listings/constants';
import { listListingsInput } from '@marketplace/shared/listings/inputs';
import { deletedView, listingView } from '@marketplace/shared/listings/views';
import { deleteListingTexts } from '@marketplace/shared/outcomes/listings';
import { reviewsOfSellerInput, reviewView } from '@marketplace/shared/reviews/schemas';
import { listingsToJson } from '../features/listings/listings.view.ts';
import { apiRoute, type ApiRoutes, procedureRoute } from './api.ts';

const open = { tag: 'Listings', access: 'everyone' } as const;
const own = { tag: 'Listings', access: 'user' } as const;
const favorite = { tag: 'Favorites', access: 'user' } as const;

const limit = z.int().min(1).max(100).default(listingsPerCall);

export const listingRoutes: ApiRoutes[] = [
  apiRoute('GET /api/listings', 'listListings', {
    ...open,
    summary: 'Listings, newest first; only featured ones with `featured=true`',
    query: listListingsInput
      .omit({ after: true, fold: true })
      .extend({ limit, featured: z.enum(['true', 'false']).optional() }),
    answer: z.array(listingView),
    paged: true,
    toJson: listingsToJson,
    etag: true,
    call({ caller, query }) {
      const { featured, ...filter } = withoutEmpty(query);
      return caller.listings.list({
        sort: 'newest',
        limit: listingsPerCall,
        ...filter,
        featured: featured === 'true' ? true : undefined,
        fold: false,
      });
    },
  }),
  procedureRoute(['GET /api/listings/:id', 'getListing', 'listings.byId'], {
    ...open,
    summary: 'One listing',
    refusals: [404],
  }),
  procedureRoute(
    ['GET /api/listings/:id/availability', 'getListingAvailability', 'listings.availability'],
    {
      ...open,
      summary: 'Whether a listing can still be had, and its price',
      refusals: [404],
    },
  ),
  procedureRoute(['POST /api/listings', 'createListing', 'listings.create'], {
    ...own,
    summary: 'Creates a listing with images uploaded earlier',
    status: 201,
    refusals: [409],
  }),
  procedureRoute(['PUT /api/listings/:id', 'updateListing', 'listings.update'], {
    ...own,
    summary: 'Updates your listing; omitted fields stay the same',
    refusals: [404, 409],
  }),
  apiRoute('DELETE /api/listings/:id', 'deleteListing', {
    ...own,
    summary: 'Deletes your listing',
    answer: deletedView,
    refusals: [404],
    async call({ caller, params }) {
      await caller.listings.remove(params);
      return { message: deleteListingTexts.done.message };
    },
  }),
];

/** Removes empty query parameters, because forms send every field. */
function withoutEmpty<Query extends object>(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) as Query;
}

export const favoriteRoutes: ApiRoutes[] = [
  procedureRoute(['GET /api/favorites', 'listFavorites', 'favorites.list'], {
    ...favorite,
    summary: 'Your favorites, newest first',
  }),
  procedureRoute(['PUT /api/favorites/:listingId', 'addFavorite', 'favorites.add'], {
    ...favorite,
    summary: 'Adds a listing to your favorites',
    refusals: [404, 409],
  }),
  procedureRoute(['DELETE /api/favorites/:listingId', 'removeFavorite', 'favorites.remove'], {
    ...favorite,
    summary: 'Removes a listing from your favorites',
  }),
];

export const searchRoutes: ApiRoutes[] = [
  procedureRoute(['GET /api/searches', 'listSearches', 'searches.list'], {
    ...own,
    summary: 'Your saved searches with what they found, newest first',
  }),
  procedureRoute(['POST /api/searches', 'createSearch', 'searches.create'], {
    ...own,
    summary: 'Saves a search, or returns the existing one with the same filter',
    status: 201,
    refusals: [409],
  }),
  procedureRoute(['PUT /api/searches/:id', 'updateSearch', 'searches.update'], {
    ...own,
    summary: 'Renames, pauses or resumes a saved search; omitted fields stay the same',
    refusals: [404],
  }),
  apiRoute('DELETE /api/searches/:id', 'deleteSearch', {
    ...own,
    summary: 'Deletes a saved search',
    answer: deletedView,
    refusals: [404],
    async call({ caller, params }) {
      await caller.searches.remove(params);
      return { message: 'Search deleted' };
    },
  }),
];

/** Routes for reviews of sellers, and for descriptions made from a picture. */
export const reviewRoutes: ApiRoutes[] = [
  apiRoute('GET /api/seller-reviews/:sellerId', 'listReviews', {
    tag: 'Reviews',
    summary: 'A seller’s reviews, newest first',
    access: 'everyone',
    query: reviewsOfSellerInput.omit({ sellerId: true, about: true }).extend({ limit }),
    answer: z.array(reviewView),
    paged: true,
    refusals: [404],
    call: ({ caller, params: { sellerId }, query }) =>
      caller.reviews.ofSeller({ limit: listingsPerCall, ...withoutEmpty(query), sellerId }),
  }),
  procedureRoute(['POST /api/seller-reviews', 'submitReview', 'reviews.submit'], {
    tag: 'Reviews',
    summary: 'Reviews a listing’s seller; submitting again replaces your review',
    access: 'user',
    status: 201,
    refusals: [404, 409],
  }),
  procedureRoute(['POST /api/generate-description', 'generateDescription', 'listings.describe'], {
    ...own,
    summary: 'Writes a description from an image: a data URL of JPEG, PNG or WebP',
  }),
];
