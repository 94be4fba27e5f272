import * as z from 'zod';

/** What a browser knows of a picture that it will send. */
export const createUploadInput = z.object({
  fileName: z.string().max(1000).optional(),
  contentType: z.string().max(200).optional(),
  /** In bytes. */
  size: z.number().int().min(0).optional(),
});
export type CreateUploadInput = z.input<typeof createUploadInput>;

/**
 * The address that a picture was sent to, or its key. A picture for a message is private: it can be sent
 * in one message, and nothing else shows it.
 */
export const registerUploadInput = z.object({
  imageURL: z.string('Name the uploaded image.').min(1).max(5000),
  purpose: z.enum(['listing', 'message']).default('listing'),
});
export type RegisterUpload = z.output<typeof registerUploadInput>;

/** Where a picture can be sent with PUT, and its key. */
export const uploadView = z.object({ uploadURL: z.string(), key: z.string() });

/** The path of a registered picture. */
export const registeredView = z.object({ objectPath: z.string() });
