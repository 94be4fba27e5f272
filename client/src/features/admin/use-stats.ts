import type { AdminStats, AdminTotals } from '@marketplace/shared/admin/schemas';
import { trpc } from '../../api/trpc.ts';
import { useLiveTotals, useRefreshOn } from './admin-events.ts';

/** The totals now; undefined until they are known. */
export function useTotals(): AdminTotals | undefined {
  const { data } = trpc.admin.stats.useQuery();
  // What was told last is newer than any answer, except for the very first.
  return useLiveTotals() ?? data;
}

/** What was made on each of the last 30 days; undefined until it is known. */
export function useDays(): AdminStats['days'] | undefined {
  const { data, refetch } = trpc.admin.stats.useQuery();
  useRefreshOn(['resumed', 'userJoined', 'listingCreated', 'messageSent', 'report'], async () => {
    await refetch();
  });
  return data?.days;
}
