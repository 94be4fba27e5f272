import { trpc } from '../../api/trpc.ts';

/** Who is signed in: null for a visitor, undefined until it is known. Comes with the page. */
export function useCurrentUser() {
  return trpc.auth.me.useQuery(undefined, { retry: false }).data;
}
