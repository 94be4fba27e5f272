import { matchPath, useLocation } from 'react-router-dom';

const screens = ['/listings/:id', '/listing/:id', '/edit-listing/:id'];

/** The listing that the address of the screen names; empty where it names none. */
export function useListingId(): string {
  const { pathname } = useLocation();
  const match = screens.map((screen) => matchPath(screen, pathname)).find((found) => found);
  return match?.params.id ?? '';
}
