import { Group } from '@mantine/core';
import type { AdminUser } from '@marketplace/shared/admin/schemas';
import { isolated } from '@marketplace/shared/direction';
import { trpc } from '../../api/trpc.ts';
import { UserAvatar } from '../../ui/avatar/UserAvatar.tsx';
import { toast } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { type Action, toastRefusal } from './ActionDialog.tsx';
import type { AdminList, RowActions } from './AdminTable.tsx';
import {
  DateOnly,
  Muted,
  PersonCell,
  type RowAction,
  RowMenu,
  Tag,
  TimeAgo,
} from './table-cells.tsx';
import classes from './AdminTable.module.css';

type UserFilter = 'active' | 'deactivated' | 'admins' | 'premium';

/** All accounts, newest first. */
export const usersTab: AdminList<AdminUser, UserFilter> = {
  label: 'Users',
  noun: 'user',
  searchLabel: 'Search by name or email',
  filters: {
    all: 'All users',
    active: 'Active',
    deactivated: 'Deactivated',
    admins: 'Admins',
    premium: 'Premium',
  },
  noMatchText: 'No matching users.',
  emptyText: 'People show up here when they first sign in.',
  fetchPage: (client, query) => client.admin.users.query(query),
  changedBy: ['resumed', 'userJoined', 'userChanged'],
  columns: [
    {
      title: 'User',
      width: 40,
      onPhone: 'wide',
      render: (user) => (
        <Group gap="sm" wrap="nowrap">
          <UserAvatar user={user} />
          <PersonCell name={user.displayName} email={user.email} id={user.id} />
        </Group>
      ),
    },
    { title: 'Access', width: 20, onPhone: 'wide', render: (user) => <Access user={user} /> },
    {
      title: 'Joined',
      width: 13,
      isExtra: true,
      render: (user) => <DateOnly at={user.createdAt} />,
    },
    {
      title: 'Last seen',
      width: 12,
      render: ({ lastSeenAt }) => (lastSeenAt ? <TimeAgo at={lastSeenAt} /> : <Muted>Never</Muted>),
    },
    {
      title: 'Actions',
      width: 15,
      onPhone: 'corner',
      render: (user, row) => <UserMenu user={user} row={row} />,
    },
  ],
};

function Access({ user }: { user: AdminUser }) {
  const { isAdmin, isActive, membershipTier, canUsePaypal, suspension } = user;
  return (
    <Group gap="2px 12px" className={classes.tags}>
      {!isActive && <Tag kind="bad">Deactivated</Tag>}
      {isActive && suspension && <Tag kind="bad">Suspended</Tag>}
      {isAdmin && <Tag kind="good">Admin</Tag>}
      {membershipTier === 'premium' && <Tag kind="warm">Premium</Tag>}
      {canUsePaypal && <Tag kind="plain">PayPal</Tag>}
    </Group>
  );
}

function UserMenu(props: { user: AdminUser; row: RowActions<AdminUser> }) {
  const { id, displayName, isActive, isAdmin, membershipTier, canUsePaypal } = props.user;
  const { openAction, put } = props.row;
  const isSelf = useCurrentUser()?.id === id;
  const { mutate } = trpc.admin.updateUser.useMutation({
    onSuccess(saved) {
      toast({ title: 'User has been updated.', kind: 'success' });
      put(saved);
    },
    onError: (error) => toastRefusal(error, 'Failed to update user.'),
  });
  const first = { label: 'Reactivate', onClick: () => openAction(reactivate) };
  const tier = membershipTier === 'premium' ? 'free' : 'premium';
  const actions: RowAction[] = [
    {
      label: `Set tier to ${tier === 'premium' ? 'Premium' : 'Free'}`,
      onClick: () => mutate({ id, membershipTier: tier }),
    },
    {
      label: canUsePaypal ? 'Turn off PayPal' : 'Allow PayPal',
      onClick: () => mutate({ id, canUsePaypal: !canUsePaypal }),
    },
  ];
  if (!isActive) {
    return <RowMenu subject={displayName} first={first} actions={[first, ...actions]} />;
  }
  if (!isAdmin) actions.push({ label: 'Make Admin', onClick: () => openAction(makeAdmin) });
  actions.push({
    label: 'Deactivate',
    isDangerous: true,
    blocked: isSelf ? "You can't deactivate your own account." : undefined,
    onClick: () => openAction(deactivate),
  });
  return <RowMenu subject={displayName} actions={actions} />;
}

const makeAdmin: Action<AdminUser> = {
  title: 'Make Admin',
  text: ({ displayName, email }) =>
    `${isolated(displayName)} (${email}) will be able to see and moderate everything. To undo this, you'd have to deactivate the account.`,
  confirm: 'Make Admin',
  confirming: 'Saving...',
  run: (client, { id }) => client.admin.makeAdmin.mutate({ id }),
  done: 'User has been made an admin.',
  failed: 'Failed to make user admin.',
};

const deactivate: Action<AdminUser> = {
  title: 'Deactivate user',
  text: ({ displayName, email }) =>
    `${isolated(displayName)} (${email}) will be signed out everywhere and unable to sign in. Their listings will be hidden; conversations stay readable.`,
  confirm: 'Deactivate',
  confirming: 'Deactivating...',
  isDangerous: true,
  reason: {
    isRequired: true,
    hasRule: true,
    description: "We'll email it to them.",
    hasTemplates: true,
  },
  run: (client, { id }, given) => client.admin.deactivate.mutate({ id, ...given }),
  done: 'User has been deactivated.',
  failed: 'Failed to deactivate user.',
};

const reactivate: Action<AdminUser> = {
  title: 'Reactivate user',
  text: ({ displayName, email, isAdmin }) =>
    `${isolated(displayName)} (${email}) will be able to sign in, and their listings will be visible again.${isAdmin ? " They'll be an admin again too." : ''}`,
  confirm: 'Reactivate',
  confirming: 'Reactivating...',
  reason: { isRequired: false, description: "Optional. We'll email it to them." },
  run: (client, { id }, { reason }) => client.admin.reactivate.mutate({ id, reason }),
  done: 'User has been reactivated.',
  failed: 'Failed to reactivate user.',
};
