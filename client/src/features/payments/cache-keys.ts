import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../api/trpc.ts';

/** The key of the user's sales. Live events refetch the same cache entry. */
export const salesKey = () => getQueryKey(trpc.payments.sales, {}, 'infinite');
