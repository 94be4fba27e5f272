import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../api/trpc.ts';

/** The user's saved searches; the screens and the live events address one cache entry. */
export const searchesKey = () => getQueryKey(trpc.searches.list, undefined, 'query');
