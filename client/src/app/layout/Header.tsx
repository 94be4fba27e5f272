import { Button } from '@mantine/core';
import { NavLink, useLocation, useNavigate } from 'react-router-dom';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { trpc } from '../../api/trpc.ts';
import { useUnreadInTitle } from '../../config/document-title.ts';
import { useBrand } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { preloadPage } from '../../config/preload-page.ts';
import { useSignIn } from '../../features/auth/SignInProvider.tsx';
import { usePostListing } from '../../features/listings/edit/PostListingProvider.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { UserAvatar } from '../../ui/avatar/UserAvatar.tsx';
import { IconHeart, IconMessageCircle } from '../../ui/icons/icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import classes from './Header.module.css';
import { HeaderSearch } from './HeaderSearch.tsx';

const HeaderMenus = lazyPart(async () => (await import('./UserMenu.tsx')).HeaderMenus);

/** The sticky bar at the top of every page. */
export function Header({ user }: { user: CurrentUser | null }) {
  const { productName } = useBrand();
  const { pathname } = useLocation();
  const openPostListing = usePostListing();
  const isHome = pathname === paths.home || pathname === paths.landing;
  return (
    <header className={classes.header}>
      <div className={`page-width ${classes.bar}`}>
        <PageLink to={paths.landing} className={classes.brand} aria-label={`${productName}, home`}>
          <Logo />
          <span className={classes.name}>{productName}</span>
        </PageLink>
        <nav aria-label="Main" className={classes.nav}>
          {user && (
            <PageLink
              to={paths.home}
              className={classes.link}
              aria-current={isHome ? 'page' : undefined}
            >
              Home
            </PageLink>
          )}
          <NavLink
            to={paths.listings()}
            className={classes.link}
            onPointerEnter={() => preloadPage(paths.listings())}
          >
            Marketplace
          </NavLink>
        </nav>
        <HeaderSearch />
        <div className={classes.actions}>
          {user ? <SignedInActions user={user} /> : <VisitorActions />}
          <Button ml={6} className={classes.wide} onClick={openPostListing}>
            Post Listing
          </Button>
        </div>
      </div>
    </header>
  );
}

function VisitorActions() {
  const openSignIn = useSignIn();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // After a sign-in from the landing page there is nothing to return to, so go home.
  const onSuccess = pathname === '/landing' ? () => void navigate(paths.home) : undefined;
  return (
    <>
      <NavLink
        to={paths.favorites}
        className={`${classes.icon} ${classes.wide}`}
        aria-label="Favorites"
      >
        <IconHeart size={22} stroke={1.75} />
      </NavLink>
      <Button variant="default" onClick={() => openSignIn({ onSuccess })}>
        Sign In
      </Button>
    </>
  );
}

function SignedInActions({ user }: { user: CurrentUser }) {
  const unread = useUnreadMessages();
  useUnreadInTitle(unread.count);
  const placeholder = (
    <>
      <span className={classes.icon} />
      <span className={`${classes.avatar} ${classes.wide}`}>
        <UserAvatar user={user} />
      </span>
    </>
  );
  return (
    <>
      <NavLink
        to={paths.messages}
        className={`${classes.icon} ${classes.wide}`}
        aria-label={unread.label}
        onPointerEnter={() => preloadPage(paths.messages)}
      >
        <IconMessageCircle size={22} stroke={1.75} />
        {unread.count > 0 && <span className={`count-badge ${classes.badge}`}>{unread.shown}</span>}
      </NavLink>
      <HeaderMenus fallback={placeholder} user={user} unread={unread.count} />
    </>
  );
}

/** The number of unread messages, with the label of its link and the text of its badge. */
export function useUnreadMessages() {
  const count = trpc.messaging.unreadCount.useQuery().data?.count ?? 0;
  return {
    count,
    label: count > 0 ? `Messages, ${count} unread` : 'Messages',
    shown: count > 99 ? '99+' : String(count),
  };
}

/** The logo: a price tag with a river, in the theme's colors. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-river-7)" />
      <path
        d="M8 9.500C8 8.100 9.100 7 10.500 7h5.600c.7 0 1.300.3 1.800.7l6.400 6.400a2.500 2.500 0 0 1 0 3.600l-6.600 6.600a2.500 2.500 0 0 1-3.600 0L8.700 18c-.4-.5-.7-1.100-.7-1.800z"
        fill="#faf7f2"
      />
      <circle cx="12.300" cy="11.300" r="1.700" fill="var(--mantine-color-river-7)" />
      <path
        d="M10.200 17.200c2.600-2.700 4.600.7 7-1.700s.4-4 3.200-5.100"
        fill="none"
        stroke="var(--mantine-color-maple-6)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
