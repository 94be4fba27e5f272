import { trpc } from '../../api/trpc.ts';

/** Refetches everything that shows reviews or ratings, after one has changed. */
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
