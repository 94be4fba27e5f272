import { trpc } from '../../api/trpc.ts';

/** Fetches anew what shows one's own name or picture. */
export function useProfileRefresh(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.auth.me.invalidate(),
      utils.account.profile.invalidate(),
      utils.listings.invalidate(),
      utils.reviews.invalidate(),
    ]);
  };
}
