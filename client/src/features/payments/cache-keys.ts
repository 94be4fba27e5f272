import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../api/trpc.ts';

/** What the user sold; the page and the live events address one cache entry. */
export const salesKey = () => getQueryKey(trpc.payments.sales, {}, 'infinite');
