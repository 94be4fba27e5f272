import * as z from 'zod';

/** What a browser says of a picture that it is about to send. All of it may be left out. */
export const createUploadInput = z.object({
  fileName: z.string().max(1000).optional(),
  contentType: z.string().max(200).optional(),
  /** In bytes. */
  size: z.number().int().min(0).optional(),
});
export type CreateUploadInput = z.input<typeof createUploadInput>;

/** The address that a picture was sent to, or its key. */
export const registerUploadInput = z.object({
  imageURL: z.string('Name the picture that was sent.').min(1).max(5000),
});
