import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { useCurrentUser } from '../../features/auth/use-current-user.ts';
import { announced, useFavorites } from '../../features/listings/favorites/favorites.ts';
import { useLiveListings } from '../../features/listings/live/use-live-listings.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useHydrated, useStore } from '../../ui/store.ts';
import { BottomBar } from './BottomBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import classes from './Layout.module.css';

const LiveProvider = lazyPart(
  async () => (await import('../../features/messaging/LiveProvider.tsx')).LiveProvider,
);

/** The layout of every page: header, admin badge, content, footer, and the bottom bar on phones. */
export function Layout({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  const hydrated = useHydrated();
  const { pathname, search } = useLocation();
  useLiveListings(user?.id);
  useFavorites(user?.id);
  const isMessages = pathname === paths.messages;
  const isOpen = isMessages && new URLSearchParams(search).has('c');
  const isChat = isOpen && Boolean(user);
  return (
    <>
      <a href="#content" className="skip-link" data-chat={isChat || undefined}>
        Skip to content
      </a>
      <Header user={user ?? null} />
      <noscript>
        <p className={classes.noScript}>Turn on JavaScript to sign in, post, and message.</p>
      </noscript>
      {/* An open chat has its own, more detailed notice. */}
      {!isOpen && <OfflineNote />}
      {user?.isAdmin && (
        <aside className={`page-width ${classes.admin}`} aria-label="Administrator">
          <p className={classes.badge}>
            <span className={classes.role}>You&apos;re signed in as an administrator.</span>{' '}
            <PageLink to={paths.admin} className={classes.link}>
              Admin Center
            </PageLink>
          </p>
        </aside>
      )}
      {children}
      <Footer compact={isMessages} />
      <BottomBar user={user ?? null} />
      <FavoritesStatus />
      {hydrated && user && <LiveProvider key={user.id} />}
    </>
  );
}

/** Announces to screen readers that a favorite was saved or removed. */
function FavoritesStatus() {
  return <output className={VisuallyHidden.classes.root}>{useStore(announced)}</output>;
}

function OfflineNote() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <output className={classes.place}>
      {!isOnline && <span className={classes.note}>You&apos;re offline.</span>}
    </output>
  );
}

function subscribe(onChange: () => void): () => void {
  const types = ['online', 'offline'];
  for (const type of types) window.addEventListener(type, onChange);
  return () => types.forEach((type) => window.removeEventListener(type, onChange));
}
