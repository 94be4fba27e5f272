import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useDocumentTitle } from '../config/document-title.ts';
import { usePageConfig } from '../config/page-config.tsx';
import { setPagePreloader } from '../config/preload-page.ts';
import { RequireUser } from '../features/auth/RequireUser.tsx';
import { useCurrentUser } from '../features/auth/use-current-user.ts';
import { PageErrorBoundary } from '../ui/PageErrorBoundary.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { ScrollManager } from './ScrollManager.tsx';
import { Layout } from './layout/Layout.tsx';
import { matchRoute, type RouteMatch } from './match-route.ts';
import { useEarlyInput } from './use-early-input.ts';

setPagePreloader((pathname) => {
  const match = matchRoute(pathname);
  // Without it the page is fetched when it is opened, and a failure shows there.
  if (!('redirect' in match)) match.route.page.preload().catch(() => undefined);
});

/** The whole product below its providers: the frame of every page, and the page of the address. */
export function App() {
  const { pathname } = useLocation();
  useMissedNavigation();
  const match = matchRoute(pathname);
  if ('redirect' in match) return <Navigate to={match.redirect} replace />;
  return (
    <Layout>
      <ScrollManager />
      <RouteTitle match={match} />
      <PageErrorBoundary key={pathname}>
        <Suspense fallback={<PageSkeleton />}>
          <RoutePage match={match} />
          <PageFocus />
        </Suspense>
      </PageErrorBoundary>
    </Layout>
  );
}

function RoutePage({ match }: { match: RouteMatch }) {
  const { access, page, signedInPage } = match.route;
  const { search } = useLocation();
  useEarlyInput();
  const hydrated = useHydrated();
  const user = useCurrentUser();
  // A sign-in from the address is led on by the page that began it.
  if (signedInPage && user && !isSignInAddress(search)) {
    return hydrated ? <signedInPage.View /> : <PageSkeleton />;
  }
  if (access === 'everybody') return <page.View />;
  if (!hydrated) return <PageSkeleton />;
  if (access === 'user' && !user) return <RequireUser user={user} />;
  return <page.View />;
}

function isSignInAddress(search: string): boolean {
  return new URLSearchParams(search).get('signin') === '1';
}

/** The tab's title after a move within the product; the first one comes with the page. */
function RouteTitle({ match }: { match: RouteMatch }) {
  const { search } = useLocation();
  const config = usePageConfig();
  const queryClient = useQueryClient();
  const { route, params } = match;
  const { title } = route.head({
    config,
    queryClient,
    params,
    search: new URLSearchParams(search),
  });
  useDocumentTitle(title ?? '');
  return null;
}

/** The browser does its part for the first page. */
let isFirstPage = true;

/**
 * Gives the focus to a page that has come in place of another, unless the page or a dialog has taken
 * it: keys and screen readers begin there, as in a new document.
 */
function PageFocus() {
  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false;
      return;
    }
    const page = document.getElementById('content');
    const { activeElement } = document;
    if (page?.contains(activeElement) || activeElement?.closest('[role="dialog"]')) return;
    page?.focus({ preventScroll: true });
  }, []);
  return null;
}

/**
 * Back or forward pressed while the page was being hydrated has moved the address alone, as the
 * router did not listen yet, so it is notified once the first page is there.
 */
function useMissedNavigation(): void {
  const { pathname, search } = useLocation();
  const catchUp = useEffectEvent(() => {
    const { location, history } = window;
    if (location.pathname + location.search === pathname + search) return;
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  useEffect(() => catchUp(), []);
}
