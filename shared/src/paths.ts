/** A page of the site. The server, the client's routes, and the service worker use this file. */
export interface ProductPage {
  /**
   * `everybody`: rendered by the server, for search engines and a fast first view. `shell`: public,
   * but rendered in the browser. `user`: rendered there for signed-in users; others must sign in.
   */
  access: 'everybody' | 'shell' | 'user';
  /** True for a page in the sitemap, which lists listings one by one. */
  indexed?: true;
}

/** The pages by path pattern. A path in neither table gets the "not found" page. */
export const pages = {
  '/': { access: 'everybody', indexed: true },
  '/landing': { access: 'everybody' },
  '/listings': { access: 'everybody', indexed: true },
  '/listings/:id': { access: 'everybody' },
  '/listing/:id': { access: 'everybody' },
  '/map': { access: 'everybody', indexed: true },
  '/users/:id': { access: 'everybody' },
  '/community-guidelines': { access: 'everybody', indexed: true },
  '/community-figures': { access: 'everybody', indexed: true },
  '/shipping-policy': { access: 'everybody', indexed: true },
  '/terms-of-service': { access: 'everybody', indexed: true },
  '/privacy-policy': { access: 'everybody', indexed: true },
  '/home': { access: 'user' },
  '/edit-listing/new': { access: 'shell' },
  '/edit-listing/:id': { access: 'user' },
  '/favorites': { access: 'shell' },
  '/my-listings': { access: 'user' },
  '/messages': { access: 'user' },
  '/notifications': { access: 'user' },
  '/orders': { access: 'user' },
  '/searches': { access: 'user' },
  '/profile': { access: 'user' },
  '/settings': { access: 'user' },
  '/listing-link': { access: 'shell' },
  '/unsubscribe': { access: 'shell' },
  '/decision': { access: 'shell' },
  '/admin': { access: 'user' },
  '/admin/people/:id': { access: 'user' },
  '/admin/initialize': { access: 'shell' },
  '/admin/force-initialize': { access: 'shell' },
} as const satisfies Record<string, ProductPage>;

export type PagePath = keyof typeof pages;

/** The kinds of all other addresses, by the first segment of their path. */
export const otherPaths = {
  api: 'call',
  trpc: 'call',
  paypal: 'call',
  s3: 'call',
  dev: 'tool',
  'csp-reports': 'report',
  healthz: 'monitoring',
  readyz: 'monitoring',
  metrics: 'monitoring',
  media: 'picture',
  'listings.atom': 'feed',
  assets: 'file',
  icons: 'file',
  'favicon.svg': 'file',
  'favicon.ico': 'file',
  'apple-touch-icon.png': 'file',
  'apple-touch-icon-precomposed.png': 'file',
  '.well-known': 'file',
} as const;

type Kind = 'page' | (typeof otherPaths)[keyof typeof otherPaths];

/** Returns the kind of a path, with or without a query. */
export function kindOfPath(path: string): Kind {
  const segment = /^\/([^/?]*)/.exec(path)?.[1] ?? '';
  const others: Record<string, Kind> = otherPaths;
  return Object.hasOwn(others, segment) ? (others[segment] ?? 'page') : 'page';
}

/** The path of the feed of all listings. A query filters it as on the page of listings. */
export const listingsFeedPath = '/listings.atom';

/** Where the installed app gets photos that another app shares, and the name of their field. */
export const sharePath = '/share-photos';
export const sharedPhotosField = 'photos';

/** Returns the path of the feed of a user's listings. */
export function userFeedPath(userId: string): string {
  return `/users/${userId}/listings.atom`;
}

/** Returns the path of a listing's poster for printing. */
export function posterPath(listingId: string): string {
  return `/listings/${listingId}/poster`;
}

/** The filters of a list in a query string, in the order in which pages write them. */
export const filterParameters = [
  'search',
  'literal',
  'category',
  'location',
  'minPrice',
  'maxPrice',
  'condition',
  'featured',
  'availability',
  'sort',
  'near',
  'from',
  'to',
  'within',
  'exclude',
  'postedWithin',
  'withPhoto',
  'free',
  'kind',
  'after',
] as const;

/** The query parameters that change what the server renders. It ignores all others in links. */
export const pageParameters: readonly string[] = [...filterParameters, 'county', 'c', 'signin'];

/** Calls with the same response for all visitors, which may be cached for a moment. */
export const sharedCalls: ReadonlySet<string> = new Set([
  '/api/listings',
  '/trpc/listings.list',
  '/trpc/listings.featured',
  '/api/community-figures',
  '/trpc/moderation.publicFigures',
]);

/** Maximum number of calls in one request. Clients split larger batches. */
export const maxCallsInBatch = 50;
