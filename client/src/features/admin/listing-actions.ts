import type { AdminListing } from '@marketplace/shared/admin/views';
import { flagListingTexts, removeListingTexts } from '@marketplace/shared/outcomes/admin';
import type { Action } from './ActionDialog.tsx';

export const flag: Action<AdminListing> = {
  title: 'Flag Listing',
  text: ({ title, sellerName }) =>
    `"${title}" is hidden from everybody but ${sellerName}, until an admin restores it.`,
  confirm: 'Flag',
  confirming: 'Flagging...',
  isDangerous: true,
  reason: {
    isRequired: true,
    initial: 'Policy violation',
    description: 'The seller gets it by notification and e-mail.',
  },
  // The button waits for a reason.
  run: (client, { id }, reason = '') => client.admin.flag.mutate({ id, reason }),
  ...flagListingTexts,
};

export const restore: Action<AdminListing> = {
  title: 'Restore Listing',
  text: ({ title }) => `"${title}" shows again for everybody.`,
  confirm: 'Restore',
  confirming: 'Restoring...',
  reason: { isRequired: false, description: 'Optional. The seller gets it.' },
  run: (client, { id }, reason) => client.admin.restore.mutate({ id, reason }),
  done: 'Listing has been restored.',
  failed: 'Failed to restore listing.',
};

export const remove: Action<AdminListing> = {
  title: 'Delete Listing',
  text: ({ title }) =>
    `"${title}" disappears for everybody and cannot be brought back. Conversations about it stay.`,
  confirm: 'Delete',
  confirming: 'Deleting...',
  isDangerous: true,
  reason: { isRequired: false, description: 'Optional. The seller gets it.' },
  run: (client, { id }, reason) => client.admin.removeListing.mutate({ id, reason }),
  ...removeListingTexts,
};
