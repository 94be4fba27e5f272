import * as z from 'zod';
import { clientMadeId, creationId, lookupId } from '../ids.ts';
import { readPrice } from '../typed-price.ts';
import { pageInput } from '../pagination.ts';
import { cleanLine, cleanText, visibleText } from '../plain-text.ts';
import { storableText } from '../storable-text.ts';
import { texts } from '../texts.ts';
import {
  actedListingsMax,
  availabilityFilters,
  categories,
  conditions,
  descriptionMaxLength,
  listingKinds,
  listingSorts,
  listingsPerPage,
  liveListingsMax,
  locationMaxLength,
  maxImages,
  titleMaxLength,
} from './constants.ts';
import { findDetailsProblem } from './details.ts';
import type { Detail } from './parse-details.ts';

const categoryValues = ['', ...categories.map((category) => category.value)] as const;
const conditionValues = conditions.map((condition) => condition.value);
const kindValues = listingKinds.map(({ value }) => value);

/** A price as typed. The output is the canonical decimal string. */
export const priceInput = z
  .union([z.string(), z.number()], {
    error: ({ input }) =>
      input === undefined || input === null ? texts.priceRequired : texts.priceInvalid,
  })
  .transform((value, context) => {
    const text = String(value).trim();
    const { price, problem } = readPrice(text);
    if (price !== null) return price;
    context.addIssue({ code: 'custom', message: text === '' ? texts.priceRequired : problem });
    return z.NEVER;
  });

/** Details by name. Null or empty to show those parsed from the description. */
const detailsInput = z
  .record(z.string(), storableText('A detail value must be text.'), 'Details must be an object.')
  .nullable()
  .transform((given, context) => {
    const details = Object.entries(given ?? {}).map(([name, value]): Detail => [
      cleanLine(name),
      cleanLine(value),
    ]);
    const message = findDetailsProblem(details);
    if (message === null) return details.length > 0 ? Object.fromEntries(details) : null;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const fields = {
  title: storableText(texts.titleRequired)
    .overwrite(cleanLine)
    .min(1, texts.titleRequired)
    .max(titleMaxLength, texts.titleTooLong),
  description: storableText()
    .overwrite(cleanText)
    .max(descriptionMaxLength, texts.descriptionTooLong),
  price: priceInput,
  category: z.enum(categoryValues),
  condition: z.enum(conditionValues),
  location: storableText(texts.locationRequired)
    .overwrite(cleanLine)
    .max(locationMaxLength, texts.locationTooLong),
  images: z.array(z.string().max(500)).max(maxImages, texts.tooManyImages),
  details: detailsInput,
  isFirmPrice: z.boolean(),
  kind: z.enum(kindValues),
};

/**
 * A new listing. The server also checks the location's region and the images' owner. `draft` is the
 * draft that becomes this listing, in the version that the user has seen.
 */
export const createListingInput = z.object({
  ...fields,
  description: fields.description.default(''),
  category: fields.category.default(''),
  condition: fields.condition.default('good'),
  location: fields.location.min(1, texts.locationRequired),
  images: fields.images.default([]),
  isFeatured: z.boolean().default(false),
  isFirmPrice: fields.isFirmPrice.default(false),
  kind: fields.kind.default('offer'),
  details: fields.details.optional(),
  draft: z.object({ id: clientMadeId, version: z.int() }).optional(),
  clientId: creationId,
});

/** An edit. Omitted fields stay unchanged; an empty location removes it. */
export const updateListingInput = z.object({
  id: lookupId,
  ...z.object({ ...fields, isFeatured: z.boolean() }).partial().shape,
  title: fields.title,
  price: fields.price,
});

const percentRange = 'Choose 1 to 50 percent.';
const daysRange = 'Choose 1 to 60 days.';

/** How the price of a listing falls: by a percentage every so many days, down to `floor`. */
export const priceStepsInput = z.object({
  id: lookupId,
  steps: z
    .object({
      percent: z.int().min(1, percentRange).max(50, percentRange),
      days: z.int().min(1, daysRange).max(60, daysRange),
      floor: priceInput,
    })
    .nullable(),
});

/** One end of a price range; empty for no limit. */
const priceFilter = z.string().transform((value, context) => {
  if (value.trim() === '') return undefined;
  const { price, problem } = readPrice(value);
  if (price !== null) return price;
  context.addIssue({ code: 'custom', message: problem });
  return z.NEVER;
});

/** A boolean, or its text in a query string. */
const flag = z.stringbool().or(z.boolean()).optional();

const words = (what: string) =>
  z.string().max(200, `${what} can have up to 200 characters.`).overwrite(visibleText).optional();

/** A whole number, or its text in a query string. */
const wholeNumber = (most: number, error: string) =>
  z.coerce.number(error).int(error).min(1, error).max(most, error).optional();

/**
 * The filters of a list; empty ones do not apply. Prices are inclusive. `postedWithin` is in days.
 * Without `availability`, a list has the available listings; for its seller and for admins, all. A
 * place is a `location`, or everything within a number of miles (`within`) of the town `near`, or
 * of the way `from` one town `to` another. Distances are between the centers of towns. `exclude`
 * are words that a listing must not have. The condition 'used' is all but 'new'. Filters in
 * `search` ('couch under $100 in Troy') apply, and its words match synonyms and the like; if
 * `literal`, only the words as typed match.
 */
const filters = {
  search: words('A search'),
  category: z
    .string()
    .refine((value) => categoryValues.some((known) => known === value), 'Unknown category.')
    .optional(),
  condition: z.enum(['', ...conditionValues, 'used']).optional(),
  location: z.string().max(120).overwrite(visibleText).optional(),
  minPrice: priceFilter.optional(),
  maxPrice: priceFilter.optional(),
  sellerId: lookupId.optional(),
  featured: z.boolean().optional(),
  availability: z.enum(['', ...availabilityFilters]).optional(),
  near: z.string().max(120).optional(),
  from: z.string().max(120).optional(),
  to: z.string().max(120).optional(),
  within: wholeNumber(50, 'Choose one of the distances.'),
  exclude: words('The words to leave out'),
  postedWithin: wholeNumber(365, 'Choose a number of days up to 365.'),
  withPhoto: flag,
  free: flag,
  literal: flag,
  kind: z.enum(['', ...kindValues]).optional(),
};

/**
 * A page of a list. Without a `sort`, or with one that needs a way, search or town that is missing,
 * the order is 'along' for a way, otherwise 'relevance' for a search, otherwise 'newest'. The first
 * page starts at the cursor `after`. `fold` leaves out a seller's burst after five listings, in
 * lists newest first without a search or seller.
 */
export const listListingsInput = z.object({
  ...pageInput(listingsPerPage).shape,
  ...filters,
  sort: z.enum(listingSorts).optional(),
  after: z.string().max(200).optional(),
  fold: z.boolean().optional(),
});

/** The filters whose options are counted. Also the filter of a saved search. */
export const listingFacetsInput = z.object(filters);

/** `search` matches part of the title. The sort 'attention' begins with what the seller can act on. */
export const ownListingsInput = z.object({
  ...pageInput(listingsPerPage).shape,
  status: z.enum(['active', 'featured', 'reserved', 'sold', 'ended', 'hidden']).optional(),
  search: z.string().max(200).overwrite(visibleText).optional(),
  sort: z.enum(['newest', 'attention']).default('newest'),
});

const selectionRange = `Choose 1 to ${actedListingsMax} listings.`;

/**
 * An act on several listings. `lower`: by 10 percent. `price` is the price that the seller saw;
 * another price is not lowered.
 */
export const actOnListingsInput = z.object({
  act: z.enum(['renew', 'end', 'lower']),
  listings: z
    .array(z.object({ id: lookupId, price: priceInput }))
    .min(1, selectionRange)
    .max(actedListingsMax, selectionRange),
});

/** The token of a link in an email to a seller, or of an undo. */
export const listingTokenInput = z.object({ token: z.string().max(2000) });

/** The tokens of one act on several listings, to undo all of it. */
export const listingTokensInput = z.object({
  tokens: z
    .array(listingTokenInput.shape.token)
    .min(1, selectionRange)
    .max(actedListingsMax, selectionRange),
});

/** The listings that a page subscribes to. */
export const liveListingsInput = z.object({
  ids: z
    .array(lookupId)
    .max(liveListingsMax, `A page can follow up to ${liveListingsMax} listings.`),
});

export const listingsByIdsInput = z.object({
  ids: z.array(lookupId).max(listingsPerPage, `Ask for up to ${listingsPerPage} listings.`),
});

export const listingByIdInput = z.object({ id: lookupId });
export const suggestLocationsInput = z.object({ query: z.string().max(200) });

/** The listing whose price is in question. */
export const priceGuideInput = z.object({
  title: fields.title,
  category: z.enum(categories.map(({ value }) => value)),
  condition: fields.condition.optional(),
});

/** `query` is the search typed so far. */
export const suggestInput = z.object({ query: z.string().max(200) });

export type ListListingsInput = z.input<typeof listListingsInput>;
/** The filters of a list, as they are after validation. */
export type FilterInput = z.output<typeof listingFacetsInput>;
