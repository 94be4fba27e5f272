import * as z from 'zod';
import { descriptionMaxLength } from '../listings/constants.ts';
import { storableText } from '../text.ts';

/** Characters of the picture as a data URL, so that it fits into a request of 1 MiB: about 675 KB of picture. */
const imageMaxLength = 900 * 1024;

/** A picture to describe, as a data URL, and what the seller has written so far. */
export const describeListingInput = z.object({
  image: z
    .string('Choose a picture to describe.')
    .max(imageMaxLength, 'This picture is too large to be described. Send a smaller one.'),
  currentDescription: storableText()
    .max(descriptionMaxLength, `A description has at most ${descriptionMaxLength} characters.`)
    .default(''),
});
