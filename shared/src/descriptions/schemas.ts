import * as z from 'zod';
import { descriptionMaxLength } from '../listings/constants.ts';
import { storableText } from '../storable-text.ts';

/** Maximum length of a generated description. */
export const describedMaxLength = 2_000;

/** Maximum length of the picture as a data URL, so that it fits into a request of 1 MiB. */
const imageMaxLength = 900 * 1024;

/** The same limit for the file: base64 encodes three bytes in four characters. */
const imageMaxKilobytes = (imageMaxLength * 3) / 4 / 1024;

/** A picture to describe, as a data URL, and the current description. */
export const describeListingInput = z.object({
  image: z
    .string('Choose a photo to describe.')
    .max(imageMaxLength, `The image can be up to ${imageMaxKilobytes} KB.`),
  currentDescription: storableText()
    .max(descriptionMaxLength, `A description can have up to ${descriptionMaxLength} characters.`)
    .default(''),
});

export const describedView = z.object({ description: z.string() });
