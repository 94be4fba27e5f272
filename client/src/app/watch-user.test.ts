// @vitest-environment happy-dom
import { getQueryKey } from '@trpc/react-query';
import { expect, it } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { trpc } from '../api/trpc.ts';
import { watchUser } from './watch-user.ts';

it('reads the user again after a sign-in in another tab, even if this tab stored its own later', () => {
  const queryClient = createQueryClient();
  const key = getQueryKey(trpc.auth.me, undefined, 'query');
  queryClient.setQueryData(key, null);
  watchUser(queryClient);
  const isOutdated = () => queryClient.getQueryState(key)?.isInvalidated;
  const signedIn = (newValue: string) =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'user', newValue }));

  signedIn('');
  expect([localStorage.getItem('user'), isOutdated()]).toEqual(['', false]);
  signedIn('another');
  expect([localStorage.getItem('user'), isOutdated()]).toEqual(['', true]);
});
