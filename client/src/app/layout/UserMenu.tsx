import { Badge, Group, Menu, Stack, Text, UnstyledButton } from '@mantine/core';
import type { ReactElement } from 'react';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { isolated } from '@marketplace/shared/direction';
import { displayName } from '@marketplace/shared/users/names';
import { IconHeart, IconMessageCircle, IconUser, type Icon } from '../../ui/icons/icons.tsx';
import {
  IconBookmark,
  IconDeviceLaptopOff,
  IconHome,
  IconLayoutGrid,
  IconLogout,
  IconSettings,
  IconShieldCheck,
  IconShoppingBag,
} from '../../ui/icons/page-icons.tsx';
import { colorSchemes, useColorScheme } from '../../ui/color-scheme.ts';
import { usePageConfig } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { useSignOut } from '../../features/account/use-sign-out.ts';
import { NotificationsBell } from '../../features/notifications/NotificationsBell.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { UserAvatar } from '../../ui/avatar/UserAvatar.tsx';
import classes from './Header.module.css';

interface Props {
  user: CurrentUser;
  unread: number;
  position: 'bottom-end' | 'top-end';
  defaultOpened?: boolean;
  children: ReactElement;
}

const icon = { size: 18, stroke: 1.75 };

/** The account menu: the user's pages, the color scheme, and sign-out. */
export function UserMenu({ user, unread, children, ...menu }: Props) {
  const signOut = useSignOut();
  const { paypal } = usePageConfig();
  return (
    <Menu width={290} withinPortal={false} keepMounted={false} {...menu}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Stack gap={0} py={8} px={12} style={{ overflowWrap: 'anywhere' }}>
          <strong>
            <bdi>{displayName(user)}</bdi>
          </strong>
          <Text span fz="xs" c="dimmed">
            {user.email}
          </Text>
        </Stack>
        <Menu.Divider />
        <HomeItem />
        <PageItem to={paths.messages} label="Messages" icon={IconMessageCircle} count={unread} />
        <PageItem to={paths.myListings} label="My Listings" icon={IconLayoutGrid} />
        <PageItem to={paths.favorites} label="Favorites" icon={IconHeart} />
        <PageItem to={paths.searches} label="Saved searches" icon={IconBookmark} />
        {/* Without PayPal there are no orders. */}
        {paypal && <PageItem to={paths.orders} label="Orders" icon={IconShoppingBag} />}
        {user.isAdmin && <PageItem to={paths.admin} label="Admin Center" icon={IconShieldCheck} />}
        <PageItem to={paths.profile} label="Profile" icon={IconUser} />
        <PageItem to={paths.settings} label="Settings" icon={IconSettings} />
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

/** Phones only. Not hidden by CSS, because the menu focuses its first item. */
function HomeItem() {
  const isPhone = window.matchMedia('(max-width: 47.99em)').matches;
  return isPhone && <PageItem to={paths.home} label="Home" icon={IconHome} />;
}

interface ItemProps {
  to: string;
  label: string;
  icon: Icon;
  count?: number;
}

function PageItem({ to, label, icon: Icon, count = 0 }: ItemProps) {
  return (
    <Menu.Item
      component={PageLink}
      to={to}
      leftSection={<Icon {...icon} />}
      rightSection={
        count > 0 && (
          <Badge color="maple.6" size="sm" className="numbers">
            {count}
          </Badge>
        )
      }
    >
      {label}
    </Menu.Item>
  );
}

function ThemeItems() {
  const { colorScheme, choose } = useColorScheme();
  return (
    <Group gap={2} wrap="nowrap">
      <Menu.Label>Theme</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => choose(value as typeof colorScheme)}
      >
        {colorSchemes.map(({ value, label }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            className={classes.theme}
            w="auto"
            px={12}
            // The chosen item has another color instead of a check mark.
            styles={{ itemIndicator: { display: 'none' } }}
          >
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Group>
  );
}

/** The bell and the account menu of a signed-in user. On phones, the menu is in the bottom bar. */
export function HeaderMenus({ user, unread }: Pick<Props, 'user' | 'unread'>) {
  return (
    <>
      <NotificationsBell buttonClass={classes.icon} badgeClass={`count-badge ${classes.badge}`} />
      <UserMenu user={user} unread={unread} position="bottom-end">
        <UnstyledButton
          className={`${classes.avatar} ${classes.wide}`}
          aria-label={`Account menu for ${isolated(displayName(user))}`}
        >
          <UserAvatar user={user} />
        </UnstyledButton>
      </UserMenu>
    </>
  );
}
