/* Toasts after an admin's action, above the server's message. The wording is fixed. */

export const removeListingTexts = {
  failed: 'Failed to delete listing.',
  done: 'Listing has been permanently deleted.',
} as const;

/** For becoming the first admin, and for claiming the role where the server allows it. */
export const adminAccessTexts = {
  failed: { title: 'Error:', message: 'Failed to initialize admin access' },
  done: 'Admin access granted successfully',
} as const;
