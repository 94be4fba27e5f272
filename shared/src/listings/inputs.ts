import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { priceInput } from '../money.ts';
import { pageInput } from '../pagination.ts';
import { storableText } from '../text.ts';
import { texts } from '../texts.ts';
import {
  categories,
  conditions,
  descriptionMaxLength,
  listingsPerPage,
  maxImages,
  titleMaxLength,
} from './constants.ts';

const categoryValues = ['', ...categories.map((category) => category.value)] as const;
const conditionValues = conditions.map((condition) => condition.value);

const fields = {
  title: storableText(texts.titleRequired)
    .trim()
    .min(1, texts.titleRequired)
    .max(titleMaxLength, `A title has at most ${titleMaxLength} characters.`),
  description: storableText()
    .max(descriptionMaxLength, `A description has at most ${descriptionMaxLength} characters.`)
    .default(''),
  price: priceInput,
  category: z.enum(categoryValues, 'Unknown category.').default(''),
  condition: z.enum(conditionValues, 'Unknown condition.').default('good'),
  location: storableText(texts.locationRequired).trim().max(120).default(''),
  images: z.array(storableText().max(500)).max(maxImages, texts.tooManyImages).default([]),
};

/** A new listing. Whether the location lies in the region and the images are one's own, the server says. */
export const createListingInput = z.object({
  ...fields,
  location: storableText(texts.locationRequired)
    .trim()
    .min(1, texts.locationRequired)
    .max(120, texts.locationRequired),
  isFeatured: z.boolean().default(false),
});

/** An edit sends the whole listing; without isFeatured the featured mark stays as it is. */
export const updateListingInput = z.object({
  ...fields,
  id: lookupId,
  isFeatured: z.boolean().optional(),
});

export const listListingsInput = z.object({
  ...pageInput(listingsPerPage).shape,
  search: storableText().max(200).optional(),
  category: storableText().max(40).optional(),
  location: storableText().max(120).optional(),
  sellerId: z.string().max(200).optional(),
  featured: z.boolean().optional(),
});

export type CreateListingInput = z.input<typeof createListingInput>;
export type UpdateListingInput = z.input<typeof updateListingInput>;
export type ListListingsInput = z.input<typeof listListingsInput>;
