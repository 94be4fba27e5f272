import { matchRoutes, useLocation } from 'react-router-dom';

/** Returns the id in the page's path, decoded like route parameters; '' if there is none. */
export function usePathId(): string {
  const { pathname } = useLocation();
  return matchRoutes([{ path: '/:page/:id' }], pathname)?.[0]?.params.id ?? '';
}
