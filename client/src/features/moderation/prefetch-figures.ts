import { getQueryKey } from '@trpc/react-query';
import { prefetch, type PrefetchContext } from '../../api/prefetch.ts';
import { trpc } from '../../api/trpc.ts';

const figuresKey = getQueryKey(trpc.moderation.publicFigures, undefined, 'query');

export async function prefetchFigures({ caller, queryClient }: PrefetchContext) {
  await prefetch(queryClient, figuresKey, () => caller.moderation.publicFigures());
}
