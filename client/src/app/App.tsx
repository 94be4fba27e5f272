import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { Component, Fragment, type PropsWithChildren, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import type { PageConfig } from '@marketplace/server/rendering/page';
import { createApiClient, trpc } from '../api/trpc.ts';
import { useDocumentTitle } from '../config/document-title.ts';
import { PageConfigContext } from '../config/page-config.tsx';
import { setPagePreloader } from '../config/preload-page.ts';
import { RequireUser, SignInProvider } from '../features/auth/SignInProvider.tsx';
import {
  CurrentUserContext,
  useCurrentUser,
  useUserQuery,
} from '../features/auth/use-current-user.ts';
import { ContactSellerProvider } from '../features/listings/detail/ContactSellerProvider.tsx';
import { PostListingProvider } from '../features/listings/edit/PostListingProvider.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageContainer, PageSkeleton } from '../ui/PageContainer.tsx';
import { Toasts } from '../ui/toaster/Toasts.tsx';
import { useHydrated } from '../ui/store.ts';
import { useEarlyInput } from './before-hydration.ts';
import { ScrollManager } from './ScrollManager.tsx';
import { Layout } from './layout/Layout.tsx';
import { matchRoute, type RouteMatch } from './routes.tsx';
import { theme } from './theme.ts';

setPagePreloader((pathname) => {
  const match = matchRoute(pathname);
  // A failure is ignored here: the page loads again when it opens, and shows the error then.
  if (!('redirect' in match)) match.route.page.preload().catch(() => undefined);
});

/** Renders the layout and the page at the current address. */
export function App() {
  const { pathname } = useLocation();
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
  const { page, signedInPage } = match.route;
  const [search] = useSearchParams();
  useEarlyInput();
  const hydrated = useHydrated();
  const user = useCurrentUser();
  // The landing page handles a sign-in that the address asks for.
  if (signedInPage && user && search.get('signin') !== '1') {
    return hydrated ? <signedInPage.View /> : <PageSkeleton />;
  }
  if (match.access === 'everybody') return <page.View />;
  if (!hydrated) return <PageSkeleton />;
  if (match.access === 'user' && !user) return <RequireUser user={user} />;
  return <page.View />;
}

/** Sets the tab's title after a navigation. The first title comes with the server's HTML. */
function RouteTitle({ match }: { match: RouteMatch }) {
  const [search] = useSearchParams();
  const queryClient = useQueryClient();
  const { route, params } = match;
  useDocumentTitle(route.title({ queryClient, params, search }) ?? '');
  return null;
}

/** True until the first page has mounted, for which the browser sets the focus. */
let isFirstPage = true;

/**
 * Focuses a page that replaced another one, unless the page or a dialog has set the focus.
 * Keyboards and screen readers start there, as in a new document.
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

/** Keeps the layout when a page fails or its code does not load. "Try again" reloads the page. */
class PageErrorBoundary extends Component<PropsWithChildren, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <PageContainer>
        <ErrorState title="We couldn't show this page" onRetry={() => window.location.reload()} />
      </PageContainer>
    );
  }
}

type ProvidersProps = PropsWithChildren<{ config: PageConfig; queryClient: QueryClient }>;

/** The contexts of all hooks that pages use. Must be inside a router. */
export function Providers({ config, queryClient, children }: ProvidersProps) {
  const [client] = useState(createApiClient);
  return (
    // The CSS variables come from virtual:theme.css, which entry-client.tsx imports.
    <MantineProvider theme={theme} withCssVariables={false} defaultColorScheme="auto">
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <PageConfigContext value={config}>
            <UserBoundary>
              <SignInProvider>
                <ContactSellerProvider>
                  <PostListingProvider>{children}</PostListingProvider>
                </ContactSellerProvider>
              </SignInProvider>
            </UserBoundary>
            <Toasts />
          </PageConfigContext>
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>
  );
}

/**
 * Provides the signed-in user, and remounts the app when that user leaves. When a visitor signs in,
 * nothing remounts, so what they began stays.
 */
function UserBoundary({ children }: PropsWithChildren) {
  const user = useUserQuery();
  const me = user?.id ?? null;
  const [seen, setSeen] = useState({ me, departures: 0 });
  if (seen.me !== me) {
    setSeen({ me, departures: seen.me === null ? seen.departures : seen.departures + 1 });
  }
  return (
    <CurrentUserContext value={user}>
      <Fragment key={seen.departures}>{children}</Fragment>
    </CurrentUserContext>
  );
}
