import { matchRoutes, useLocation } from 'react-router-dom';

const routes = [{ path: '/:page/:id' }];

/** Returns the id in the page's path, decoded like route parameters; '' if there is none. */
export function usePathId(): string {
  const { pathname } = useLocation();
  return matchRoutes(routes, pathname)?.[0]?.params.id ?? '';
}
