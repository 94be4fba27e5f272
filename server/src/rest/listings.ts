import * as z from 'zod';
import { describeListingInput, describedView } from '@marketplace/shared/descriptions/schemas';
import {
  createListingInput,
  listListingsInput,
  updateListingInput,
} from '@marketplace/shared/listings/inputs';
import { deletedView, listingView } from '@marketplace/shared/listings/views';
import { deleteListingTexts } from '@marketplace/shared/outcomes/listings';
import {
  reviewsOfSellerInput,
  submitReviewInput,
  reviewView,
} from '@marketplace/shared/reviews/schemas';
import { apiRoute, type ApiRoutes } from './api.ts';

/** How many listings or reviews a list gives by default. */
const defaultLimit = 60;
const limit = z.int().min(1).max(100).default(defaultLimit);

/** Listings: the documented calls over the procedures of `listings`. */
export const listingRoutes: ApiRoutes[] = [
  apiRoute('GET /api/listings', 'listListings', {
    tag: 'Listings',
    summary: 'Listings, the newest first; with `featured=true` only featured ones',
    access: 'everyone',
    query: listListingsInput
      .omit({ from: true, fold: true })
      .extend({ limit, featured: z.enum(['true', 'false']).optional() }),
    answer: z.array(listingView),
    paged: true,
    etag: true,
    call({ caller, query }) {
      const { featured, ...filter } = withoutEmpty(query);
      return caller.listings.list({
        sort: 'newest',
        limit: defaultLimit,
        ...filter,
        featured: featured === 'true' ? true : undefined,
        fold: false,
      });
    },
  }),
  apiRoute('GET /api/listings/:id', 'getListing', {
    tag: 'Listings',
    summary: 'One listing',
    access: 'everyone',
    answer: listingView,
    refusals: [404],
    call: ({ caller, params }) => caller.listings.byId(params),
  }),
  apiRoute('POST /api/listings', 'createListing', {
    tag: 'Listings',
    summary: 'Posts a listing, with pictures that were uploaded before',
    access: 'user',
    body: createListingInput,
    answer: listingView,
    status: 201,
    refusals: [409],
    call: ({ caller, body }) => caller.listings.create(body),
  }),
  apiRoute('PUT /api/listings/:id', 'updateListing', {
    tag: 'Listings',
    summary: 'Changes one’s own listing; what is left out stays',
    access: 'user',
    body: updateListingInput.omit({ id: true }),
    answer: listingView,
    refusals: [404, 409],
    call: ({ caller, params: { id }, body }) => caller.listings.update({ ...body, id }),
  }),
  apiRoute('DELETE /api/listings/:id', 'deleteListing', {
    tag: 'Listings',
    summary: 'Deletes one’s own listing',
    access: 'user',
    answer: deletedView,
    refusals: [404],
    async call({ caller, params }) {
      await caller.listings.remove(params);
      return { message: deleteListingTexts.done.message };
    },
  }),
];

/** An empty query parameter is no filter: forms send every field. */
function withoutEmpty<Query extends object>(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) as Query;
}

/** Reviews of sellers, and descriptions made from a picture. */
export const reviewRoutes: ApiRoutes[] = [
  apiRoute('GET /api/seller-reviews/:sellerId', 'listReviews', {
    tag: 'Reviews',
    summary: 'The reviews of a seller, the newest first',
    access: 'everyone',
    query: reviewsOfSellerInput.omit({ sellerId: true }).extend({ limit }),
    answer: z.array(reviewView),
    paged: true,
    refusals: [404],
    call: ({ caller, params: { sellerId }, query }) =>
      caller.reviews.ofSeller({ limit: defaultLimit, ...withoutEmpty(query), sellerId }),
  }),
  apiRoute('POST /api/seller-reviews', 'submitReview', {
    tag: 'Reviews',
    summary: 'Reviews the seller of a listing; again replaces one’s review',
    access: 'user',
    body: submitReviewInput,
    answer: reviewView,
    status: 201,
    refusals: [404, 409],
    call: ({ caller, body }) => caller.reviews.submit(body),
  }),
  apiRoute('POST /api/generate-description', 'generateDescription', {
    tag: 'Listings',
    summary: 'A description made from a picture, a JPEG as a data URL',
    access: 'user',
    body: describeListingInput,
    answer: describedView,
    call: ({ caller, body }) => caller.listings.describe(body),
  }),
];
