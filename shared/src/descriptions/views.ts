import * as z from 'zod';

/** A description made from a picture: plain text. */
export const describedView = z.object({ description: z.string() });
