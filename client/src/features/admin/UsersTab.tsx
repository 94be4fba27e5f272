import { Group, NativeSelect, Stack, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { AdminUser } from '@marketplace/shared/admin/schemas';
import { deactivateUserTexts, makeAdminTexts } from '@marketplace/shared/outcomes/admin';
import { trpc } from '../../api/trpc.ts';
import { UserAvatar } from '../../ui/avatar/UserAvatar.tsx';
import { toast } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { type Action, toastRefusal } from './ActionDialog.tsx';
import type { AdminList, RowActions } from './AdminTable.tsx';
import { ActionButton, Ago, Day, None, Person, Tag } from './Cells.tsx';
import classes from './AdminTable.module.css';

const tiers = [
  { value: 'free', label: 'Free' },
  { value: 'premium', label: 'Premium' },
];

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
  fetchPage: (client, query) => client.admin.users.query(query),
  changedBy: ['resumed', 'userJoined', 'userChanged'],
  columns: [
    { title: 'User', width: 26, onPhone: 'wide', render: (user) => <UserCell user={user} /> },
    {
      title: 'Tier',
      width: 15,
      render: (user, { put }) => <TierField user={user} onSaved={put} />,
    },
    {
      title: 'PayPal',
      width: 9,
      render: (user, { put }) => <PaypalSwitch user={user} onSaved={put} />,
    },
    { title: 'Joined', width: 12, isExtra: true, render: (user) => <Day at={user.createdAt} /> },
    {
      title: 'Last seen',
      width: 11,
      render: ({ lastSeenAt }) => (lastSeenAt ? <Ago at={lastSeenAt} /> : <None>Never</None>),
    },
    {
      title: 'Actions',
      width: 27,
      onPhone: 'wide',
      render: (user, { ask }) => <UserButtons user={user} ask={ask} />,
    },
  ],
};

function UserCell({ user }: { user: AdminUser }) {
  return (
    <div className={classes.user}>
      <UserAvatar user={user} />
      <Person name={user.displayName} email={user.email} />
      <Stack gap={4} align="flex-end" className={classes.badges}>
        {user.isAdmin && <Tag kind="good">Admin</Tag>}
        {!user.isActive && <Tag kind="bad">Deactivated</Tag>}
      </Stack>
    </div>
  );
}

type Change = { membershipTier?: 'free' | 'premium'; canUsePaypal?: boolean };

function useUpdateUser(user: AdminUser, onSaved: (user: AdminUser) => void) {
  const { client } = trpc.useUtils();
  return useMutation({
    mutationFn: (change: Change) => client.admin.updateUser.mutate({ id: user.id, ...change }),
    onSuccess(saved) {
      toast({ title: 'User has been updated.', kind: 'success' });
      onSaved(saved);
    },
    onError: (error) => toastRefusal(error, 'Failed to update user.'),
  });
}

interface FieldProps {
  user: AdminUser;
  onSaved: (user: AdminUser) => void;
}

function TierField({ user, onSaved }: FieldProps) {
  const update = useUpdateUser(user, onSaved);
  return (
    <NativeSelect
      size="xs"
      w={104}
      aria-label={`Membership tier of ${user.displayName}`}
      data={tiers}
      disabled={update.isPending}
      value={update.isPending ? update.variables.membershipTier : user.membershipTier}
      onChange={({ currentTarget: { value } }) =>
        update.mutate({ membershipTier: value === 'premium' ? 'premium' : 'free' })
      }
    />
  );
}

function PaypalSwitch({ user, onSaved }: FieldProps) {
  const update = useUpdateUser(user, onSaved);
  return (
    <Switch
      classNames={{ body: classes.switch }}
      size="sm"
      aria-label={`${user.displayName} can use PayPal`}
      disabled={update.isPending}
      checked={update.isPending ? (update.variables.canUsePaypal ?? false) : user.canUsePaypal}
      onChange={({ currentTarget: { checked } }) => update.mutate({ canUsePaypal: checked })}
    />
  );
}

function UserButtons({ user, ask }: { user: AdminUser } & Pick<RowActions<AdminUser>, 'ask'>) {
  const isSelf = useCurrentUser()?.id === user.id;
  if (!user.isActive) {
    return <ActionButton onClick={() => ask(reactivate)}>Reactivate</ActionButton>;
  }
  return (
    <Group gap={8} wrap="nowrap">
      {!user.isAdmin && <ActionButton onClick={() => ask(makeAdmin)}>Make Admin</ActionButton>}
      <ActionButton
        c={isSelf ? undefined : 'var(--mantine-color-error)'}
        disabled={isSelf}
        title={isSelf ? "You can't deactivate your own account." : undefined}
        onClick={() => ask(deactivate)}
      >
        Deactivate
      </ActionButton>
    </Group>
  );
}

const makeAdmin: Action<AdminUser> = {
  title: 'Make Admin',
  text: ({ displayName, email }) =>
    `${displayName} (${email}) will be able to see and moderate everything. To undo this, you'd have to deactivate the account.`,
  confirm: 'Make Admin',
  confirming: 'Saving...',
  run: (client, { id }) => client.admin.makeAdmin.mutate({ id }),
  ...makeAdminTexts,
};

const deactivate: Action<AdminUser> = {
  title: 'Deactivate user',
  text: ({ displayName, email }) =>
    `${displayName} (${email}) will be signed out everywhere and unable to sign in. Their listings will be hidden; conversations stay readable.`,
  confirm: 'Deactivate',
  confirming: 'Deactivating...',
  isDangerous: true,
  reason: { isRequired: true, description: "We'll email it to them." },
  run: (client, { id }, reason) => client.admin.deactivate.mutate({ id, reason }),
  ...deactivateUserTexts,
};

const reactivate: Action<AdminUser> = {
  title: 'Reactivate user',
  text: ({ displayName, email, isAdmin }) =>
    `${displayName} (${email}) will be able to sign in, and their listings will be visible again.${isAdmin ? " They'll be an admin again too." : ''}`,
  confirm: 'Reactivate',
  confirming: 'Reactivating...',
  reason: { isRequired: false, description: "Optional. We'll email it to them." },
  run: (client, { id }, reason) => client.admin.reactivate.mutate({ id, reason }),
  done: 'User has been reactivated.',
  failed: 'Failed to reactivate user.',
};
