/* Toasts after an admin's action, above the server's message. The wording is fixed. */

export const makeAdminTexts = {
  failed: 'Failed to make user admin.',
  done: 'User has been made an admin.',
} as const;

export const deactivateUserTexts = {
  failed: 'Failed to deactivate user.',
  done: 'User has been deactivated.',
} as const;

export const flagListingTexts = {
  failed: 'Failed to flag listing.',
  done: 'Listing has been flagged and deactivated.',
} as const;

export const removeListingTexts = {
  failed: 'Failed to delete listing.',
  done: 'Listing has been permanently deleted.',
} as const;

/** For becoming the first admin, and for claiming the role where the server allows it. */
export const adminAccessTexts = {
  failed: { title: 'Error:', message: 'Failed to initialize admin access' },
  done: 'Admin access granted successfully',
} as const;
