import { type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { useCurrentUser } from '../../features/auth/use-current-user.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { AdminBanner } from './AdminBanner.tsx';
import { BottomBar } from './BottomBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import classes from './Layout.module.css';
import { OfflineNote } from './OfflineNote.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const LiveProvider = lazyPart(
  async () => (await import('../../features/messaging/LiveProvider.tsx')).LiveProvider,
);

/** The frame of every page: header, admin banner, content, footer, on phones a bar at the bottom. */
export function Layout({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  const hydrated = useHydrated();
  const { pathname, search } = useLocation();
  const isMessages = pathname === paths.messages;
  return (
    <>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <Header user={user ?? null} />
      <noscript>
        <p className={classes.noScript}>Signing in, posting and messages need JavaScript.</p>
      </noscript>
      {/* An open chat says more about it. */}
      {!(isMessages && search) && <OfflineNote />}
      {user?.isAdmin && <AdminBanner />}
      {children}
      <Footer compact={isMessages} />
      <BottomBar user={user ?? null} />
      {hydrated && user && <LiveProvider key={user.id} />}
    </>
  );
}
