import * as z from 'zod';

/** A picture's properties as the browser knows them before the upload. */
export const createUploadInput = z.object({
  fileName: z.string().max(1000).optional(),
  contentType: z.string().max(200).optional(),
  /** In bytes. */
  size: z.number().int().min(0).optional(),
});
export type CreateUploadInput = z.input<typeof createUploadInput>;

/**
 * `imageURL` is the address to which the picture was uploaded, or its key. A picture for a message
 * is private: it can be sent in one message, and used nowhere else.
 */
export const registerUploadInput = z.object({
  imageURL: z.string('Name the uploaded image.').min(1).max(5000),
  purpose: z.enum(['listing', 'message']).default('listing'),
});
export type RegisterUpload = z.output<typeof registerUploadInput>;

/** The address for the PUT of a picture, and the picture's key. */
export const uploadView = z.object({ uploadURL: z.string(), key: z.string() });

export const registeredView = z.object({ objectPath: z.string() });
