import { createContext, use } from 'react';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { trpc } from '../../api/trpc.ts';

/** A context, because a query in each card took a tenth of a list's rendering time. */
export const CurrentUserContext = createContext<CurrentUser | null | undefined>(undefined);

/** Returns the user for `CurrentUserContext`. The data comes with the page. */
export function useUserQuery() {
  return trpc.auth.me.useQuery(undefined, { retry: false }).data;
}

/** Returns the signed-in user; null for a visitor, undefined until it is known. */
export function useCurrentUser() {
  return use(CurrentUserContext);
}
