import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { PageRequest, RenderedPage } from '@marketplace/server/rendering/page';
import { createQueryClient } from './api/query-client.ts';
import { trpc } from './api/trpc.ts';
import { App } from './app/App.tsx';
import { headHtml } from './app/head-html.ts';
import { matchRoute, type RouteMatch } from './app/match-route.ts';
import { writePageState } from './app/page-state.ts';
import { prefetch } from './app/prefetch.ts';
import { Providers } from './app/Providers.tsx';

/** Renders the page of an address for whoever asked for it, with everything it shows. */
export async function render(request: PageRequest): Promise<RenderedPage> {
  const url = new URL(request.url, 'http://page');
  const match = matchRoute(url.pathname);
  const empty = { head: '', body: '', state: '', sources: [] };
  if ('redirect' in match) return { ...empty, status: 302, redirect: match.redirect };
  const queryClient = createQueryClient();
  await Promise.all([
    prefetchUser(request, queryClient),
    match.route.page.preload(),
    match.route.prefetch?.({
      caller: request.caller,
      queryClient,
      params: match.params,
      search: url.searchParams,
      signedIn: request.signedIn,
    }),
  ]);
  return { ...pageOf(request, match, queryClient), sources: [match.route.page.source] };
}

function pageOf(request: PageRequest, match: RouteMatch, queryClient: QueryClient) {
  const url = new URL(request.url, 'http://page');
  const { config } = request;
  const head = match.route.head({
    config,
    queryClient,
    params: match.params,
    search: url.searchParams,
  });
  const body = renderToString(
    <StrictMode>
      <StaticRouter location={request.url}>
        <Providers config={config} queryClient={queryClient}>
          <App />
        </Providers>
      </StaticRouter>
    </StrictMode>,
  );
  const queries = dehydrate(queryClient, {
    shouldDehydrateQuery: (query) => query.state.status !== 'pending',
    shouldRedactErrors: () => false,
  });
  queryClient.clear();
  return {
    status: head.status ?? 200,
    head: headHtml(head, config),
    body,
    state: writePageState({ config, queries }),
  };
}

/** What the header shows: who is signed in, and their unread messages. */
async function prefetchUser({ caller, signedIn }: PageRequest, queryClient: QueryClient) {
  const keyOfMe = getQueryKey(trpc.auth.me, undefined, 'query');
  if (!signedIn) {
    queryClient.setQueryData(keyOfMe, null);
    return;
  }
  await Promise.all([
    prefetch(queryClient, keyOfMe, () => caller.auth.me()),
    prefetch(queryClient, getQueryKey(trpc.messaging.unreadCount, undefined, 'query'), () =>
      caller.messaging.unreadCount(),
    ),
  ]);
}
