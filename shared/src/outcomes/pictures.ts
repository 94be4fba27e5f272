/* What one reads after uploading or describing pictures; the wording is fixed. */

export const uploadImagesTexts = {
  /** With the listing; said where the server sends no text. */
  failed: { title: 'Upload Error', message: 'Failed to upload images. Please try again.' },
  /** Of one picture, where the answer gives no reason. */
  status: 'Upload failed: {status}',
  /** In the uploader. */
  notProcessed: { title: 'Upload Error', message: 'Failed to process uploaded images' },
  done: { title: 'Success', message: '{count} image(s) uploaded successfully' },
  /** In place of what the server says of a 401. */
  unauthorized: 'Authorization required',
} as const;

export const describeImageTexts = {
  failed: { title: 'Error', message: 'Failed to generate description. Please try again.' },
  /** The browser cannot read the picture. */
  unreadable: { title: 'Error', message: 'Failed to process image for description generation' },
  done: {
    title: 'Description Generated!',
    message: 'AI has analyzed your image and generated a description',
  },
} as const;
