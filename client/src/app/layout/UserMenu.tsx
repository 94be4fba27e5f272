import { Badge, Menu } from '@mantine/core';
import {
  IconDeviceLaptopOff,
  IconHome,
  IconLayoutGrid,
  IconLogout,
  IconMessageCircle,
  IconSettings,
  IconShieldCheck,
  IconShoppingBag,
  IconUser,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { displayName } from '@marketplace/shared/users/names';
import { colorSchemes, useColorScheme } from '../color-scheme.ts';
import { usePageConfig } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { useSignOut } from '../../features/account/use-sign-out.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import classes from './UserMenu.module.css';

interface Props {
  user: CurrentUser;
  unread: number;
  position: 'bottom-end' | 'top-end';
  defaultOpened?: boolean;
  /** The button that opens it. */
  children: ReactElement;
}

const icon = { size: 18, stroke: 1.75 };

/** Everything of one's own, and signing out. */
export function UserMenu({ user, unread, children, ...menu }: Props) {
  const signOut = useSignOut();
  return (
    <Menu width={290} withinPortal={false} keepMounted={false} {...menu}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <strong>{displayName(user)}</strong>
          <span>{user.email}</span>
        </div>
        <Menu.Divider />
        <HomeItem />
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
        <ThemeItems />
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

/** Where the header has no room for it. Not just hidden: the menu focuses its first item. */
function HomeItem() {
  if (!window.matchMedia('(max-width: 47.99em)').matches) return null;
  return (
    <Menu.Item component={PageLink} to={paths.home} leftSection={<IconHome {...icon} />}>
      Home
    </Menu.Item>
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

function ThemeItems() {
  const { colorScheme, choose } = useColorScheme();
  return (
    <div className={classes.themes}>
      <Menu.Label>Theme</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => choose(value as typeof colorScheme)}
      >
        {colorSchemes.map(({ value, label }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            classNames={{ item: classes.theme, itemIndicator: classes.dot }}
          >
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </div>
  );
}
