import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../api/trpc.ts';
import { prefetch, type PrefetchContext } from '../../api/prefetch.ts';

export async function prefetchMap({ caller, queryClient }: PrefetchContext) {
  await prefetch(queryClient, getQueryKey(trpc.listings.places, undefined, 'query'), () =>
    caller.listings.places(),
  );
}
