import * as z from 'zod';
import { pageOf } from '../pagination.ts';
import { heldView } from '../screening/views.ts';
import { categories } from './constants.ts';

/** The public view of a seller, without their address. */
const sellerView = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
  sellerRating: z.number(),
  sellerReviewCount: z.number(),
  canUsePaypal: z.boolean(),
});

/** The availability of a listing. `expired`: its seller did not renew it. */
export const availability = z.enum(['available', 'reserved', 'sold', 'expired']);

/**
 * The public view of a listing. `images` are paths of the 1280 px files, `placeholders` their
 * previews; `avif` is true where the picture also exists with the extension `.avif`. `sellerRating`
 * has one decimal; 0 without reviews. `isFirmPrice`: the seller accepts no offers. `previousPrice`
 * is the price before it was last lowered. `soldAt` and `expiresAt` are null unless they apply.
 * `awayUntil` is the day on which the seller returns, if they are away; no list has the listing then.
 * `savedBy` is how many people saved it, only for its seller and in no public list. `held` is set
 * for its seller while it is held until a moderator decides. `version` increases with every visible
 * change.
 */
export const listingView = z.object({
  id: z.string(),
  sellerId: z.string(),
  title: z.string(),
  description: z.string(),
  price: z.string(),
  category: z.string(),
  location: z.string(),
  condition: z.string(),
  images: z.array(z.string()),
  placeholders: z.array(z.string()),
  avif: z.array(z.boolean()),
  isActive: z.boolean(),
  isFeatured: z.boolean(),
  availability,
  isFirmPrice: z.boolean(),
  previousPrice: z.string().nullable(),
  kind: z.enum(['offer', 'wanted']).describe('Something offered, or something looked for.'),
  soldAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  awayUntil: z.iso.date().nullable(),
  savedBy: z.int().optional(),
  held: heldView.nullable().optional(),
  version: z.number(),
  createdAt: z.iso.datetime(),
  sellerName: z.string(),
  sellerRating: z.number(),
  sellerReviewCount: z.number(),
  details: z.record(z.string(), z.string()).nullable(),
  seller: sellerView,
});

/**
 * How a search was interpreted: the words left to search for, the filters read from it, what words
 * also match, and words that were ignored because no listing has all.
 */
export const understoodView = z.object({
  search: z.string(),
  filters: z.object({
    minPrice: z.string().optional(),
    maxPrice: z.string().optional(),
    free: z.boolean().optional(),
    condition: z.string().optional(),
    location: z.string().optional(),
    near: z.string().optional(),
    within: z.number().optional(),
    exclude: z.string().optional(),
  }),
  expansions: z.array(z.object({ word: z.string(), also: z.array(z.string()) })),
  dropped: z.array(z.string()),
});

/** The fields that may change while others view a listing. `isActive`: others can open it. */
export const listingStateView = listingView.pick({
  id: true,
  availability: true,
  version: true,
  title: true,
  price: true,
  isActive: true,
  awayUntil: true,
});

/** `moreFromSeller` is how many listings of this seller's burst were left out after this one. */
export const listedView = listingView.extend({ moreFromSeller: z.int().positive().optional() });

export const listingPage = pageOf(listedView).extend({ understood: understoodView });

/** The plan by which a price falls, and when its next step is. */
const priceStepsView = z.object({
  percent: z.int(),
  days: z.int(),
  floor: z.string(),
  nextAt: z.iso.datetime(),
});

/**
 * A listing as its seller sees it. `hidden` is null if it is public. `deal` says for whom it is
 * reserved or to whom it was sold; the person and conversation are null if they are not a user
 * here. `newestId` is the newest conversation, preferring one with unread messages. `renewableAt` is
 * when it can be renewed again; null if at once. `askedAt` is when its seller was asked whether it is
 * still available, until they answer.
 */
export const ownListingView = listingView.extend({
  hidden: z
    .object({ by: z.enum(['moderator', 'reports']), reason: z.string().nullable() })
    .nullable(),
  deal: z
    .object({
      conversationId: z.string().nullable(),
      buyerName: z.string().nullable(),
      until: z.iso.datetime().nullable(),
    })
    .nullable(),
  savedBy: z.int(),
  renewableAt: z.iso.datetime().nullable(),
  askedAt: z.iso.datetime().nullable(),
  priceSteps: priceStepsView.nullable(),
  conversations: z.object({ count: z.int(), unread: z.int(), newestId: z.string().nullable() }),
});

/** `counts` are the seller's listings in total and by status. */
export const ownListingsPage = pageOf(ownListingView).extend({
  counts: z.object({
    all: z.int(),
    active: z.int(),
    featured: z.int(),
    reserved: z.int(),
    sold: z.int(),
    ended: z.int(),
    hidden: z.int(),
  }),
});

/** A listing that was renewed or ended, and the token that undoes it. */
export const changedTermView = listingView.extend({ undo: z.string() });

/** The result of an act on one of several listings: the token that undoes it, or the problem. */
export const actResult = z.object({
  id: z.string(),
  undo: z.string().nullable(),
  problem: z.string().nullable(),
});

/** The act of a link in an email to a seller. `let-end` only stops the notices about a listing. */
export const listingLinkAct = z.enum(['renew', 'sold', 'let-end', 'confirm', 'end']);

/** The act of a link and its listing. `ends` is the day it ends, such as 'Nov 28', or null. */
export const listingLinkView = z.object({
  act: listingLinkAct,
  title: z.string(),
  availability,
  ends: z.string().nullable(),
});

/** The sentence about what a link did. `undo` is a token, or null if it cannot be undone. */
export const followedLinkView = z.object({ message: z.string(), undo: z.string().nullable() });

/**
 * The page of a listing that is not public. `title` is set if its seller deleted it recently;
 * `category` is that of `listings`, or null for the newest.
 */
export const missingListingView = z.object({
  title: z.string().nullable(),
  category: z.string().nullable(),
  listings: z.array(listingView),
});

/** The rows below a listing. `nearby`: all similar ones are in its town or around it. */
export const relatedView = z.object({
  fromSeller: z.array(listingView),
  similar: z.array(listingView),
  nearby: z.boolean(),
});

/**
 * The middle half of the prices of `count` similar listings. `sold`: all of them were sold;
 * otherwise the prices are what sellers ask.
 */
export const priceGuideView = z.object({
  low: z.string(),
  high: z.string(),
  count: z.int(),
  sold: z.boolean(),
});

const facetCount = { count: z.number(), capped: z.boolean() };
const facet = z.array(z.object({ value: z.string(), ...facetCount }));

/**
 * The number of listings, and the number for each option of a filter with all other filters
 * unchanged. Options without listings are left out. `capped` means at least that many. Locations
 * are towns ('Troy'), and prices are price bands.
 */
export const facetsView = z.object({
  total: z.object(facetCount),
  categories: facet,
  conditions: facet,
  locations: facet,
  prices: facet,
});

/** A filter that can be removed from a list. Both ends of a price range are one. */
const droppedFilter = z.enum([
  ...(['search', 'category', 'condition', 'location', 'area', 'price', 'featured'] as const),
  ...(['exclude', 'postedWithin', 'withPhoto', 'kind', 'availability'] as const),
]);

/**
 * How many listings there would be without one of the filters, most first. `availability`, which
 * adds reserved listings, comes before the others. `corrections` are spellings that were also
 * searched for.
 */
export const relaxationsView = z.object({
  corrections: z.array(z.string()),
  drops: z.array(z.object({ drop: droppedFilter, ...facetCount })),
});

/** A completion of a typed search. Choosing it sets `filter`, including an empty search. */
export const suggestionView = z.object({
  kind: z.enum(['words', 'category', 'town']),
  text: z.string(),
  filter: z.object({
    search: z.string(),
    category: z.enum(categories.map(({ value }) => value)).optional(),
    location: z.string().optional(),
  }),
});

const placeCounts = z.array(z.object({ name: z.string(), count: z.number() }));

/**
 * The number of public listings in total, in each of the eight counties, and in each town that has
 * any. A listing without a town counts only for its county, one without a county only for the
 * total.
 */
export const placesView = z.object({
  total: z.number(),
  counties: placeCounts,
  towns: placeCounts,
});

/** The REST response to a deletion. */
export const deletedView = z.object({ message: z.string() });

export type UnderstoodView = z.output<typeof understoodView>;
export type FacetsView = z.output<typeof facetsView>;
export type DroppedFilter = z.output<typeof droppedFilter>;
export type SuggestionView = z.output<typeof suggestionView>;
export type RelaxationsView = z.output<typeof relaxationsView>;
export type PlacesView = z.output<typeof placesView>;
export type ListingView = z.output<typeof listingView>;
export type MissingListingView = z.output<typeof missingListingView>;
export type RelatedView = z.output<typeof relatedView>;
export type PriceGuideView = z.output<typeof priceGuideView>;
export type OwnListingView = z.output<typeof ownListingView>;
export type OwnListingsPage = z.output<typeof ownListingsPage>;
export type ActResult = z.output<typeof actResult>;
export type ListingLinkView = z.output<typeof listingLinkView>;
export type ListingStateView = z.output<typeof listingStateView>;
export type ListedView = z.output<typeof listedView>;
