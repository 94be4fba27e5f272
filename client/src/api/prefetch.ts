import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Caller, PageConfig } from '@marketplace/server/rendering/page';

export interface RouteContext {
  queryClient: QueryClient;
  params: Record<string, string | undefined>;
  search: URLSearchParams;
}

/** What a route's prefetch gets when the server renders it. */
export interface PrefetchContext extends RouteContext {
  caller: Caller;
  signedIn: boolean;
}

/** What a route's head is made of; `queryClient` has the prefetched data. */
export interface HeadContext extends RouteContext {
  config: PageConfig;
}

/** How search engines, link previews and the browser's tab show a page. */
export interface Head {
  /** Without the product's name, which is added. */
  title?: string;
  description?: string;
  /** Path of the page's canonical address; none for pages that search engines skip. */
  canonical?: string;
  /** Path or address of a picture for previews. */
  image?: string;
  /** Makes the preview one of something for sale. */
  product?: { price: string; currency: string; availability: string };
  /** schema.org data, each about one thing. */
  jsonLd?: Record<string, unknown>[];
  /** Keeps the page out of search engines. */
  hidden?: boolean;
  /** Answered instead of 200. */
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

/**
 * The error of a failed prefetch in the form that the browser's calls give it, so that a page
 * renders the same on both sides. A failure of the server's own says nothing of its cause.
 */
function asClientError(error: unknown) {
  const { code = '', message = '', cause } = error as Partial<Record<string, string>> & Error;
  const httpStatus = statuses[code];
  if (!httpStatus) return { message: '', data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 } };
  const { gone, issues } = (cause ?? {}) as { gone?: boolean; issues?: unknown };
  return { message, data: { code, httpStatus: gone ? 410 : httpStatus, issues } };
}

/**
 * Puts the answer of a call, or its refusal, into the cache under the key that the page's hook
 * reads: `await prefetch(queryClient, getQueryKey(trpc.x.y, input, 'query'), () => caller.x.y(input))`.
 */
export function prefetch(queryClient: QueryClient, queryKey: QueryKey, call: Call): Promise<void> {
  return queryClient.prefetchQuery({ queryKey, queryFn: withClientErrors(call) });
}

/** As `prefetch`, for the first page of a list read by `useInfiniteQuery`. */
export function prefetchFirstPage(
  queryClient: QueryClient,
  queryKey: QueryKey,
  call: Call,
): Promise<void> {
  const queryFn = withClientErrors(call);
  return queryClient.prefetchInfiniteQuery({ queryKey, queryFn, initialPageParam: null });
}

type Call = () => Promise<unknown>;

const withClientErrors = (call: Call) => () =>
  call().catch((error: unknown) => {
    throw asClientError(error);
  });
