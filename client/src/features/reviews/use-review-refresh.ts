import { trpc } from '../../api/trpc.ts';

/** Returns a function that refetches everything that shows reviews or ratings. */
export function useReviewRefresh() {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.reviews.invalidate(),
      utils.listings.invalidate(),
      utils.account.profile.invalidate(),
    ]);
  };
}
