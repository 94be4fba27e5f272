import type { PagePath } from '@marketplace/shared/paths';

/** An area in a query string: within some miles of a town, or of the way between two towns. */
type AreaFilter = Partial<Record<'near' | 'from' | 'to' | 'within', string>>;

interface BrowseFilter extends AreaFilter {
  search?: string;
  category?: string;
  location?: string;
  featured?: 'true';
}

/** The paths of the pages. Components build links with these. */
import { factorSettingsPath } from '@marketplace/shared/factors/constants';

export const paths = {
  landing: '/',
  home: '/home',
  listings: (filter: BrowseFilter = {}) => withQuery('/listings', filter),
  map: (county?: string) => (county ? `/map?county=${county}` : '/map'),
  areaMap: ({ near, from, to, within }: AreaFilter) =>
    withQuery('/map', { near, from, to, within }),
  listing: (id: string) => `/listings/${id}`,
  newListing: '/edit-listing/new',
  editListing: (id: string) => `/edit-listing/${id}`,
  myListings: '/my-listings',
  favorites: '/favorites',
  messages: '/messages',
  archivedMessages: () => '/messages?archived=1',
  /** Shown next to the inbox, or next to the archive. */
  conversation: (id: string, archived = false) =>
    `/messages?${archived ? 'archived=1&' : ''}c=${encodeURIComponent(id)}`,
  profile: '/profile',
  user: (id: string) => `/users/${id}`,
  orders: '/orders',
  searches: '/searches',
  settings: '/settings',
  /** Where a user adds a second factor. The server's messages lead there too. */
  secondFactor: () => factorSettingsPath,
  settingsSection: (section: string) => `/settings?section=${section}`,
  notifications: '/notifications',
  admin: '/admin',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  communityGuidelines: '/community-guidelines',
  shippingPolicy: '/shipping-policy',
  /** Redirects to the landing page, whose sign-in dialog continues to `next`. */
  login: (next: string) => `/api/login?next=${encodeURIComponent(next)}`,
} as const satisfies Record<string, PagePath | ((...given: never[]) => string)>;

/** Returns the path with those parameters that have a value. */
function withQuery(path: string, params: object): string {
  const set = Object.entries(params as Record<string, string>).filter(([, value]) => value);
  const query = new URLSearchParams(set).toString();
  return query ? `${path}?${query}` : path;
}
