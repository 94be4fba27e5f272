/* Toasts about a saved or deleted listing. The wording is fixed. */

export const createListingTexts = {
  failed: { title: 'Error', message: 'Failed to create listing. Please try again.' },
  /** For the header's dialog. */
  published: { title: 'Success', message: 'Your listing has been created successfully!' },
  /** For the editor. */
  saved: { title: 'Success', message: 'Listing created successfully' },
} as const;

export const updateListingTexts = {
  failed: { title: 'Error', message: 'Failed to update listing. Please try again.' },
  saved: { title: 'Success', message: 'Listing updated successfully' },
} as const;

export const deleteListingTexts = {
  failed: { title: 'Error', message: 'Failed to delete listing' },
  done: { title: 'Success', message: 'Listing deleted successfully' },
} as const;
