import * as z from 'zod';

/** Where a picture can be sent with PUT, and its key. */
export const uploadView = z.object({ uploadURL: z.string(), key: z.string() });

/** The path of a registered picture. */
export const registeredView = z.object({ objectPath: z.string() });
