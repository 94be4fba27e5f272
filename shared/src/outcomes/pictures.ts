/* Toasts about uploaded or described pictures. The wording is fixed. */

export const uploadImagesTexts = {
  /** When the listing is saved, for errors without a message from the server. */
  failed: { title: 'Upload Error', message: 'Failed to upload images. Please try again.' },
  /** For a single picture, if the response has no reason. */
  status: 'Upload failed: {status}',
  /** In the uploader. */
  notProcessed: { title: 'Upload Error', message: 'Failed to process uploaded images' },
  done: { title: 'Success', message: '{count} image(s) uploaded successfully' },
  /** Replaces the server's message of a 401. */
  unauthorized: 'Authorization required',
} as const;

export const describeImageTexts = {
  failed: { title: 'Error', message: 'Failed to generate description. Please try again.' },
  /** For a picture that the browser cannot read. */
  unreadable: { title: 'Error', message: 'Failed to process image for description generation' },
  done: {
    title: 'Description Generated!',
    message: 'AI has analyzed your image and generated a description',
  },
} as const;
