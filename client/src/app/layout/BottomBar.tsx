import { useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { isolated } from '@marketplace/shared/direction';
import { displayName } from '@marketplace/shared/users/names';
import { paths } from '../../config/paths.ts';
import { useSignIn } from '../../features/auth/SignInProvider.tsx';
import { usePostListing } from '../../features/listings/edit/PostListingProvider.tsx';
import {
  IconBuildingStore,
  IconHeart,
  IconMessageCircle,
  IconPlus,
  IconUser,
} from '../../ui/icons/icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import classes from './BottomBar.module.css';
import { useUnreadMessages } from './Header.tsx';

const UserMenu = lazyPart(async () => (await import('./UserMenu.tsx')).UserMenu);

const icon = { size: 24, stroke: 1.75 };

/** The main navigation on phones. Hidden in an open chat, whose message field is there. */
export function BottomBar({ user }: { user: CurrentUser | null }) {
  const { pathname, search } = useLocation();
  const openPostListing = usePostListing();
  const openSignIn = useSignIn();
  const navigate = useNavigate();
  if (pathname === paths.messages && new URLSearchParams(search).has('c')) return null;
  return (
    <nav aria-label="Main" className={classes.bar}>
      <NavLink to={paths.listings()} className={classes.place}>
        <IconBuildingStore {...icon} />
        Browse
      </NavLink>
      <NavLink to={paths.favorites} className={classes.place}>
        <IconHeart {...icon} />
        Favorites
      </NavLink>
      <PlainButton className={classes.place} onClick={openPostListing} aria-label="Post Listing">
        <IconPlus {...icon} className={classes.post} />
        Post
      </PlainButton>
      {user ? (
        <OwnPlaces user={user} />
      ) : (
        <>
          <PlainButton
            className={classes.place}
            onClick={() =>
              openSignIn({
                reason: 'Sign in to see your messages.',
                onSuccess: () => void navigate(paths.messages),
              })
            }
          >
            <IconMessageCircle {...icon} />
            Messages
          </PlainButton>
          <PlainButton className={classes.place} onClick={() => openSignIn()}>
            <IconUser {...icon} />
            Account
          </PlainButton>
        </>
      )}
    </nav>
  );
}

function OwnPlaces({ user }: { user: CurrentUser }) {
  const unread = useUnreadMessages();
  // Remembers a press before the menu's code has loaded, so that the menu then opens.
  const [pressed, setPressed] = useState(false);
  const account = (
    <PlainButton
      className={classes.place}
      aria-label={`Account menu for ${isolated(displayName(user))}`}
      onClick={() => setPressed(true)}
    >
      <IconUser {...icon} />
      Account
    </PlainButton>
  );
  return (
    <>
      <NavLink to={paths.messages} className={classes.place} aria-label={unread.label}>
        <IconMessageCircle {...icon} />
        Messages{' '}
        {unread.count > 0 && <span className={`count-badge ${classes.badge}`}>{unread.shown}</span>}
      </NavLink>
      {/* The same element until the menu's code has loaded, so that no press is lost. */}
      <UserMenu
        fallback={account}
        user={user}
        unread={unread.count}
        position="top-end"
        defaultOpened={pressed}
      >
        {account}
      </UserMenu>
    </>
  );
}
