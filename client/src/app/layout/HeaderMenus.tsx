import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { displayName } from '@marketplace/shared/users/names';
import { NotificationsBell } from '../../features/notifications/NotificationsBell.tsx';
import { UserAvatar } from '../../ui/UserAvatar.tsx';
import classes from './Header.module.css';
import { UserMenu } from './UserMenu.tsx';

interface Props {
  user: CurrentUser;
  unread: number;
}

/** The bell and the user menu of the signed-in; on phones the menu is in the bar at the bottom. */
export function HeaderMenus({ user, unread }: Props) {
  return (
    <>
      <NotificationsBell buttonClass={classes.icon} badgeClass={classes.badge} />
      <UserMenu user={user} unread={unread} position="bottom-end">
        <button
          type="button"
          className={`${classes.avatar} ${classes.wide}`}
          aria-label={`Menu of ${displayName(user)}`}
        >
          <UserAvatar user={user} />
        </button>
      </UserMenu>
    </>
  );
}
