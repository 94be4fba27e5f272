import { getQueryKey } from '@trpc/react-query';
import { prefetchFirstPage, type PrefetchContext } from '../../api/prefetch.ts';
import { trpc } from '../../api/trpc.ts';
import { listInput, noFilters } from '../listings/browse/filters.ts';

export async function prefetchLanding({ caller, queryClient }: PrefetchContext) {
  const input = listInput(noFilters);
  await prefetchFirstPage(queryClient, getQueryKey(trpc.listings.list, input, 'infinite'), () =>
    caller.listings.list(input),
  );
}
