import { matchRoutes, useLocation } from 'react-router-dom';

const routes = [{ path: '/:page/:id' }];

/** Returns the id in the page's address, decoded as the table of routes decodes it; empty without one. */
export function usePathId(): string {
  const { pathname } = useLocation();
  return matchRoutes(routes, pathname)?.[0]?.params.id ?? '';
}
