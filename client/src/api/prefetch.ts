import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Caller, PageConfig } from '@marketplace/server/rendering/page';

export interface RouteContext {
  queryClient: QueryClient;
  params: Record<string, string | undefined>;
  search: URLSearchParams;
}

/** The arguments of a route's prefetch on the server. */
export type PrefetchContext = RouteContext & { caller: Caller; signedIn: boolean };

/** The arguments of a route's head. `queryClient` has the prefetched data. */
export type HeadContext = RouteContext & { config: PageConfig };

/** A page's metadata for search engines, link previews, and the browser tab. */
export interface Head {
  /** Without the product's name, which `documentTitle` adds. */
  title?: string;
  description?: string;
  /** Path of the canonical address. Undefined for pages that search engines skip. */
  canonical?: string;
  /** Path of the page's feed. */
  feed?: string;
  /** Path or URL of the preview image. */
  image?: string;
  /** Marks the page as a product for sale in previews. */
  product?: { price: string; currency: string; availability: string };
  /** schema.org objects, one per entity. */
  jsonLd?: Record<string, unknown>[];
  /** True to keep the page out of search engines. */
  hidden?: boolean;
  /** The response status, if not 200. */
  status?: number;
}

const statuses: Record<string, number> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
};

/** Returns an error as the browser's calls produce it, so that both sides render the same page. */
function asClientError(error: unknown) {
  const { code = '', message = '', cause } = error as Partial<Record<string, string>> & Error;
  const httpStatus = statuses[code];
  // The details of internal errors stay on the server.
  if (!httpStatus) return { message: '', data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 } };
  const { gone, issues } = (cause ?? {}) as { gone?: boolean; issues?: unknown };
  return { message, data: { code, httpStatus: gone ? 410 : httpStatus, issues } };
}

/**
 * Stores the result or the error of a call in the cache, under the key that the page's hook reads:
 * `await prefetch(queryClient, getQueryKey(trpc.x.y, input, 'query'), () => caller.x.y(input))`.
 */
export function prefetch(queryClient: QueryClient, queryKey: QueryKey, call: Call): Promise<void> {
  return queryClient.prefetchQuery({ queryKey, queryFn: withClientErrors(call) });
}

/** Does what `prefetch` does, for the first page of a list that `useInfiniteQuery` reads. */
export function prefetchFirstPage(queryClient: QueryClient, queryKey: QueryKey, call: Call) {
  const queryFn = withClientErrors(call);
  return queryClient.prefetchInfiniteQuery({ queryKey, queryFn, initialPageParam: null });
}

type Call = () => Promise<unknown>;

const withClientErrors = (call: Call) => () =>
  call().catch((error: unknown) => {
    throw asClientError(error);
  });
