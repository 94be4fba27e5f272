import { Badge, Menu } from '@mantine/core';
import {
  IconDeviceLaptopOff,
  IconLayoutGrid,
  IconLogout,
  IconMessageCircle,
  IconSettings,
  IconShieldCheck,
  IconShoppingBag,
  IconUser,
} from '@tabler/icons-react';
import type { CurrentUser } from '@marketplace/shared/auth/views';
import { displayName } from '@marketplace/shared/users/names';
import { usePageConfig } from '../app/page-config.tsx';
import { paths } from '../app/paths.ts';
import { useSignOut } from '../features/auth/use-sign-out.ts';
import { NotificationsBell } from '../features/notifications/NotificationsBell.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { UserAvatar } from '../ui/UserAvatar.tsx';
import classes from './Header.module.css';

interface Props {
  user: CurrentUser;
  unread: number;
}

const icon = { size: 18, stroke: 1.75 };

/** The bell and the user menu of the signed-in. */
export function HeaderMenus({ user, unread }: Props) {
  return (
    <>
      <NotificationsBell buttonClass={classes.icon} badgeClass={classes.badge} />
      <UserMenu user={user} unread={unread} />
    </>
  );
}

function UserMenu({ user, unread }: Props) {
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={290} keepMounted={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes.avatar}
          aria-label={`Menu of ${displayName(user)}`}
        >
          <UserAvatar user={user} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <strong>{displayName(user)}</strong>
          <span>{user.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Item
          component={PageLink}
          to={paths.messages}
          leftSection={<IconMessageCircle {...icon} />}
          rightSection={
            unread > 0 && (
              <Badge color="maple.6" size="sm" className="numbers">
                {unread}
              </Badge>
            )
          }
        >
          Messages
        </Menu.Item>
        <Menu.Item
          component={PageLink}
          to={paths.myListings}
          leftSection={<IconLayoutGrid {...icon} />}
        >
          My Listings
        </Menu.Item>
        <OrdersItem />
        {user.isAdmin && (
          <Menu.Item
            component={PageLink}
            to={paths.admin}
            leftSection={<IconShieldCheck {...icon} />}
          >
            Admin Center
          </Menu.Item>
        )}
        <Menu.Item component={PageLink} to={paths.profile} leftSection={<IconUser {...icon} />}>
          Profile
        </Menu.Item>
        <Menu.Item
          component={PageLink}
          to={paths.settings}
          leftSection={<IconSettings {...icon} />}
        >
          Settings
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout {...icon} />}
          onClick={() => signOut.mutate({ forgetDevice: false })}
        >
          Sign out
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDeviceLaptopOff {...icon} />}
          onClick={() => signOut.mutate({ forgetDevice: true })}
        >
          Sign out and forget this device
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Where nothing can be bought over PayPal there are no orders. */
function OrdersItem() {
  const { paypal } = usePageConfig();
  if (!paypal) return null;
  return (
    <Menu.Item component={PageLink} to={paths.orders} leftSection={<IconShoppingBag {...icon} />}>
      Orders
    </Menu.Item>
  );
}
