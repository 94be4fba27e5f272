import * as z from 'zod';
import { pageOf } from '../pagination.ts';

/** The seller as everybody sees them: no address. */
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

/**
 * A listing as everybody sees it. `images` are paths of the 1280 px files;
 * `placeholders` go with them by position, and so does `avif`: whether the same picture is there as
 * AVIF too, under the same path with that ending. `sellerRating` is the mean to one decimal, 0 without reviews.
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
  createdAt: z.iso.datetime(),
  sellerName: z.string(),
  sellerRating: z.number(),
  sellerReviewCount: z.number(),
  details: z.record(z.string(), z.string()).nullable(),
  seller: sellerView,
});

/**
 * A listing in a list. With `moreFromSeller` it is the last one of a burst that is shown: so many more
 * of this seller were left out here.
 */
export const listedView = listingView.extend({ moreFromSeller: z.int().positive().optional() });

export const listingPage = pageOf(listedView);

/**
 * What the page of a listing that cannot be seen shows in its place. `title` is that of a listing that its
 * seller deleted lately, else null. `listings` are similar ones of `category`, or the newest where it is null.
 */
export const missingListingView = z.object({
  title: z.string().nullable(),
  category: z.string().nullable(),
  listings: z.array(listingView),
});

const facetCount = { count: z.number(), capped: z.boolean() };
const facet = z.array(z.object({ value: z.string(), ...facetCount }));

/**
 * How many listings there are, and how many each option of a filter would give with all other
 * filters as they are; options that give none are left out. `capped` means at least that many
 * ('1,000+'). A location's value is the name of a town: 'Troy'.
 */
export const facetsView = z.object({
  total: z.object(facetCount),
  categories: facet,
  conditions: facet,
  locations: facet,
});

const placeCounts = z.array(z.object({ name: z.string(), count: z.number() }));

/**
 * How many listings everybody sees: in all, in each of the eight counties, and in the towns that
 * have any. One that names no town counts for its county alone, one without a county for the total.
 */
export const placesView = z.object({
  total: z.number(),
  counties: placeCounts,
  towns: placeCounts,
});

/** What REST answers once something is deleted. */
export const deletedView = z.object({ message: z.string() });

export type FacetsView = z.output<typeof facetsView>;
export type PlacesView = z.output<typeof placesView>;
export type ListingView = z.output<typeof listingView>;
export type MissingListingView = z.output<typeof missingListingView>;
export type ListedView = z.output<typeof listedView>;
