import * as z from 'zod';
import { categories, conditions, descriptionMaxLength } from '../listings/constants.ts';
import { maxSuggestionImages } from './constants.ts';
import { storableText } from '../storable-text.ts';

/** Maximum length of a generated description. */
export const describedMaxLength = 2_000;

/** Maximum length of the picture as a data URL, so that it fits into a request of 1 MiB. */
const imageMaxLength = 900 * 1024;

/** The same limit for the file: base64 encodes three bytes in four characters. */
const imageMaxKilobytes = (imageMaxLength * 3) / 4 / 1024;

const picture = z
  .string('Choose a photo to describe.')
  .max(imageMaxLength, `The image can be up to ${imageMaxKilobytes} KB.`);

/** A picture to describe, as a data URL, and the current description. */
export const describeListingInput = z.object({
  image: picture,
  currentDescription: storableText()
    .max(descriptionMaxLength, `A description can have up to ${descriptionMaxLength} characters.`)
    .default(''),
});

export const describedView = z.object({ description: z.string() });

const fromPhotos = `Choose 1 to ${maxSuggestionImages} photos.`;

/** Pictures of one item, as data URLs. Together they must fit into a request of 1 MiB. */
export const suggestDetailsInput = z.object({
  images: z.array(picture, fromPhotos).min(1, fromPhotos).max(maxSuggestionImages, fromPhotos),
});

/** Details read from pictures. Each is null if no picture shows it. */
export const suggestedDetails = z.object({
  title: z.string().nullable(),
  category: z.enum(categories.map(({ value }) => value)).nullable(),
  condition: z.enum(conditions.map(({ value }) => value)).nullable(),
  description: z.string().nullable(),
});

export type SuggestedDetails = z.output<typeof suggestedDetails>;
