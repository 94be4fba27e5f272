import * as z from 'zod';
import { pageOf } from '../pagination.ts';
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

/** Whether a listing can still be had; `expired` is for listings that nobody renewed. */
export const availability = z.enum(['available', 'reserved', 'sold', 'expired']);

/**
 * The public view of a listing. `images` are paths of the 1280 px files. By the same positions,
 * `placeholders` are their previews and `avif` whether they also exist as AVIF, under the same path with
 * that extension. `sellerRating` is the mean to one decimal, 0 without reviews.
 * `isFirmPrice`: its seller takes no offers. `previousPrice` is the price before it was last lowered.
 * `kind`: something offered, or something that is looked for. `soldAt` is null unless it is sold,
 * `expiresAt` unless it expires. `savedBy`: how many people have it in their favorites, for its seller alone,
 * in no list. `version` grows with every change that others can see.
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
  savedBy: z.int().optional(),
  version: z.number(),
  createdAt: z.iso.datetime(),
  sellerName: z.string(),
  sellerRating: z.number(),
  sellerReviewCount: z.number(),
  details: z.record(z.string(), z.string()).nullable(),
  seller: sellerView,
});

/**
 * How a search was understood: `search` is what is left to search for, `filters` were read from its words, as
 * lists take them; `expansions` are what a word also finds, `dropped` words that were left out because nothing had
 * all of them.
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

/** What of a listing changes while others look at it. `isActive`: they can still open it. */
export const listingStateView = listingView.pick({
  id: true,
  availability: true,
  version: true,
  title: true,
  price: true,
  isActive: true,
});

/** A listing in a list. `moreFromSeller`: how many more of a burst by this seller were left out after it. */
export const listedView = listingView.extend({ moreFromSeller: z.int().positive().optional() });

export const listingPage = pageOf(listedView).extend({ understood: understoodView });

/**
 * A listing as its seller sees it. `hidden` says who hides it from others, with the moderator's reason; null while
 * it is public. `deal` says who it is reserved for, until when, or who it was sold to; people and their
 * conversation are null where they are not here. `newestId` is the newest of its conversations, one with
 * unread messages before others.
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
  conversations: z.object({ count: z.int(), unread: z.int(), newestId: z.string().nullable() }),
});

/** `counts`: how many listings the seller has in all, and of each status. */
export const ownListingsPage = pageOf(ownListingView).extend({
  counts: z.object({
    all: z.int(),
    active: z.int(),
    featured: z.int(),
    reserved: z.int(),
    sold: z.int(),
    hidden: z.int(),
  }),
});

/**
 * What the page of a listing that is not public shows instead. `title` is that of a listing recently
 * deleted by its seller, else null. `listings` are similar ones of `category`, or the newest if null.
 */
export const missingListingView = z.object({
  title: z.string().nullable(),
  category: z.string().nullable(),
  listings: z.array(listingView),
});

/**
 * What the page of a listing leads on to: others of its seller, and similar ones of other sellers.
 * `nearby`: all of those are in its town or in towns around it.
 */
export const relatedView = z.object({
  fromSeller: z.array(listingView),
  similar: z.array(listingView),
  nearby: z.boolean(),
});

const facetCount = { count: z.number(), capped: z.boolean() };
const facet = z.array(z.object({ value: z.string(), ...facetCount }));

/**
 * How many listings there are, and how many each option of a filter would give with all other filters
 * unchanged, without empty options. `capped` means at least that many ('1,000+'). A location's value is
 * the name of a town: 'Troy'. A price's value is that of a price band.
 */
export const facetsView = z.object({
  total: z.object(facetCount),
  categories: facet,
  conditions: facet,
  locations: facet,
  prices: facet,
});

/** What can be dropped from the filters of a list; both ends of a price range are one. */
const droppedFilter = z.enum([
  ...(['search', 'category', 'condition', 'location', 'area', 'price', 'featured'] as const),
  ...(['exclude', 'postedWithin', 'withPhoto', 'kind', 'availability'] as const),
]);

/**
 * How many listings there would be without one of the filters, the most first. Before them
 * `availability`: with the reserved ones too. `corrections` are the words that were searched for besides
 * misspelled ones.
 */
export const relaxationsView = z.object({
  corrections: z.array(z.string()),
  drops: z.array(z.object({ drop: droppedFilter, ...facetCount })),
});

/** What a search that is being typed may become: `filter` is what choosing it sets, an empty search included. */
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
 * How many public listings there are: in all, in each of the eight counties, and in the towns that have
 * any. One without a town counts only for its county, one without a county only for the total.
 */
export const placesView = z.object({
  total: z.number(),
  counties: placeCounts,
  towns: placeCounts,
});

/** REST's answer to a deletion. */
export const deletedView = z.object({ message: z.string() });

export type UnderstoodView = z.output<typeof understoodView>;
export type FacetsView = z.output<typeof facetsView>;
export type DroppedFilter = z.output<typeof droppedFilter>;
export type SuggestionView = z.output<typeof suggestionView>;
export type RelaxationsView = z.output<typeof relaxationsView>;
export type PlacesView = z.output<typeof placesView>;
export type Availability = z.output<typeof availability>;
export type ListingView = z.output<typeof listingView>;
export type MissingListingView = z.output<typeof missingListingView>;
export type RelatedView = z.output<typeof relatedView>;
export type OwnListingView = z.output<typeof ownListingView>;
export type OwnListingsPage = z.output<typeof ownListingsPage>;
export type ListingStateView = z.output<typeof listingStateView>;
export type ListedView = z.output<typeof listedView>;
