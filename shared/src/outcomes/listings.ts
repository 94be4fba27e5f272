/*
 * How writing and deleting a listing goes, word for word from specification section 8. `failed` is said
 * where the server has no words of its own.
 */

export const createListingTexts = {
  failed: { title: 'Error', message: 'Failed to create listing. Please try again.' },
  /** From the header's dialog. */
  published: { title: 'Success', message: 'Your listing has been created successfully!' },
  /** From the editor. */
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
