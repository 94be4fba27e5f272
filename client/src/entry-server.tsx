import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { PageRequest, PreparedPage } from '@marketplace/server/rendering/page';
import { refusalOf } from './api/errors.ts';
import { createQueryClient } from './api/query-client.ts';
import { trpc } from './api/trpc.ts';
import { App, Providers } from './app/App.tsx';
import { headHtml, scriptJson } from './app/page-html.ts';
import { matchRoute } from './app/routes.tsx';
import { headOf, prefetchRoute } from './app/server-routes.ts';
import { prefetch } from './api/prefetch.ts';

/** Fetches a page's data for the requesting user. The returned `render` does the rest. */
export async function prepare(request: PageRequest): Promise<PreparedPage> {
  // Concatenated, because `new URL('//x', base)` would replace the host.
  const url = new URL(`http://page${request.url}`);
  const match = matchRoute(url.pathname);
  if ('redirect' in match) {
    const page = { head: '', body: '', state: '', sources: [], status: 302, ...match };
    return { data: () => '', render: async () => page };
  }
  const { route, params } = match;
  const { caller, signedIn, config } = request;
  const queryClient = createQueryClient();
  const context = { queryClient, params, search: url.searchParams };
  await Promise.all([
    prefetchUser(request, queryClient),
    route.page.preload(),
    prefetchRoute(route, { ...context, caller, signedIn }),
  ]);
  return {
    // Without timestamps, so that equal pages compare as equal.
    data() {
      const all = queryClient.getQueryCache().getAll();
      return JSON.stringify(
        all.map(({ queryHash, state }) => [queryHash, state.data, state.error]),
      );
    },
    async render() {
      const head = headOf(route, { ...context, config });
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
      const all = queryClient.getQueryCache().getAll();
      const statuses = all.map((query) => refusalOf(query.state.error)?.status ?? 0);
      const status = statuses.find((failure) => failure >= 500) ?? head.status ?? 200;
      queryClient.clear();
      const state = scriptJson({ config, queries });
      return { status, head: headHtml(head, config), body, state, sources: [route.page.source] };
    },
  };
}

/** Fetches the header's data: the signed-in user and their unread count. */
async function prefetchUser({ caller, signedIn }: PageRequest, queryClient: QueryClient) {
  const keyOfMe = getQueryKey(trpc.auth.me, undefined, 'query');
  const keyOfUnread = getQueryKey(trpc.messaging.unreadCount, undefined, 'query');
  if (!signedIn) return queryClient.setQueryData(keyOfMe, null);
  await Promise.all([
    prefetch(queryClient, keyOfMe, () => caller.auth.me()),
    prefetch(queryClient, keyOfUnread, () => caller.messaging.unreadCount()),
  ]);
}
