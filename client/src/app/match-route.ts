import { matchRoutes } from 'react-router-dom';
import { type PageRoute, routes } from './routes.tsx';

export interface RouteMatch {
  route: PageRoute;
  params: Record<string, string | undefined>;
}

const lastResort = routes.find(({ path }) => path === '*');

/** The page at a path, or the path that it redirects to. The last route takes every path left over. */
export function matchRoute(pathname: string): RouteMatch | { redirect: string } {
  const match = matchRoutes(routes, pathname)?.[0];
  // No pattern matches a line break, which only an address made by hand has in it.
  const route = match?.route ?? lastResort;
  if (!route) throw new Error('the table of routes has no last resort');
  const params = match?.params ?? {};
  return 'redirect' in route ? { redirect: route.redirect } : { route, params };
}
