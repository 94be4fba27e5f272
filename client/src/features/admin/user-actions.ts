import type { AdminUser } from '@marketplace/shared/admin/views';
import { deactivateUserTexts, makeAdminTexts } from '@marketplace/shared/outcomes/admin';
import type { Action } from './ActionDialog.tsx';

export const makeAdmin: Action<AdminUser> = {
  title: 'Make Admin',
  text: ({ displayName, email }) =>
    `${displayName} (${email}) will see and moderate everything, as you do. Only deactivating the account takes this back.`,
  confirm: 'Make Admin',
  confirming: 'Saving...',
  run: (client, { id }) => client.admin.makeAdmin.mutate({ id }),
  ...makeAdminTexts,
};

export const deactivate: Action<AdminUser> = {
  title: 'Deactivate User',
  text: ({ displayName, email }) =>
    `${displayName} (${email}) is signed out everywhere and cannot sign in, and the listings are hidden. Conversations stay to be read.`,
  confirm: 'Deactivate',
  confirming: 'Deactivating...',
  isDangerous: true,
  reason: { isRequired: true, description: 'They get it by e-mail.' },
  run: (client, { id }, reason) => client.admin.deactivate.mutate({ id, reason }),
  ...deactivateUserTexts,
};

export const reactivate: Action<AdminUser> = {
  title: 'Reactivate User',
  text: ({ displayName, email, isAdmin }) =>
    `${displayName} (${email}) can sign in again, and the listings show again.${isAdmin ? ' They are an admin again, too.' : ''}`,
  confirm: 'Reactivate',
  confirming: 'Reactivating...',
  reason: { isRequired: false, description: 'Optional. They get it by e-mail.' },
  run: (client, { id }, reason) => client.admin.reactivate.mutate({ id, reason }),
  done: 'User has been reactivated.',
  failed: 'Failed to reactivate user.',
};
