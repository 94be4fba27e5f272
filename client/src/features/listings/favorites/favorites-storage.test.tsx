// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { getQueryKey } from '@trpc/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { maxFavorites } from '@marketplace/shared/favorites/constants';
import { trpc } from '../../../api/trpc.ts';
import { renderComponent } from '../../../test/render.tsx';
import { toastStore } from '../../../ui/toast.ts';
import { FavoriteButton } from './FavoriteButton.tsx';
import { favorites, showFavorite } from './favorite-ids.ts';
import { createFavoritesStorage, readVisitorFavorites, storageKey } from './favorites-storage.ts';

beforeEach(() => {
  localStorage.clear();
  favorites.set(new Set());
  toastStore.set(null);
});

const shown = () => [...favorites.get()].toSorted();
const store = (ids: string[]) => localStorage.setItem(storageKey, JSON.stringify(ids));

/** A server whose calls the test answers one by one. */
function openServer(me?: string) {
  const calls: {
    name: string;
    input: unknown;
    answer: (data?: unknown) => void;
    fail: () => void;
  }[] = [];
  const call = (name: string) => (input?: unknown) =>
    new Promise((answer, reject) => {
      calls.push({ name, input, answer, fail: () => reject(new Error('offline')) });
    });
  const client = {
    favorites: {
      ids: { query: call('ids') },
      merge: { mutate: call('merge') },
      add: { mutate: call('add') },
      remove: { mutate: call('remove') },
    },
  } as unknown as Parameters<typeof createFavoritesStorage>[0]['client'];
  const queryClient = new QueryClient();
  const storage = createFavoritesStorage({ me, client, queryClient });
  /** Does what pressing a heart does. */
  const press = (id: string, isSaved: boolean) => {
    showFavorite(id, isSaved);
    storage.change(id, isSaved);
  };
  const next = async (name: string) => {
    await vi.waitFor(() => expect(calls[0]?.name).toBe(name));
    return calls.shift() as (typeof calls)[number];
  };
  return { storage, press, next, calls, queryClient };
}

test('stores a visitor’s favorites in the browser, newest first, up to the limit of an account', async () => {
  const { storage, press } = openServer();
  press('lamp', true);
  expect(toastStore.get()?.message).toBe('Sign in to see them on all your devices.');
  toastStore.set(null);
  press('desk', true);
  expect(toastStore.get()).toBeNull();
  expect(readVisitorFavorites()).toEqual(['desk', 'lamp']);
  press('lamp', false);
  expect(readVisitorFavorites()).toEqual(['desk']);
  // Another tab changes the favorites.
  store(['sofa']);
  await storage.load();
  expect(shown()).toEqual(['sofa']);
  store(Array.from({ length: maxFavorites }, (_, n) => `${n}`));
  press('more', true);
  expect(toastStore.get()).toMatchObject({ title: 'Favorites are full', kind: 'error' });
  expect(readVisitorFavorites()).toHaveLength(maxFavorites);
  expect(shown()).toEqual(['sofa']);
});

test('merges the favorites of the browser into the account, and only then removes them', async () => {
  store(['desk', 'lamp']);
  favorites.set(new Set(['desk', 'lamp']));
  const { storage, next } = openServer('ann');
  void storage.load();
  (await next('merge')).fail();
  void storage.load();
  expect(readVisitorFavorites()).toEqual(['desk', 'lamp']);
  const merge = await next('merge');
  expect(merge.input).toEqual({ listingIds: ['desk', 'lamp'] });
  // Another tab, which has not noticed the sign-in, saves a favorite during the merge.
  store(['chair', 'desk', 'lamp']);
  merge.answer(['desk', 'lamp', 'old']);
  await vi.waitFor(() => expect(readVisitorFavorites()).toEqual(['chair']));
  expect(shown()).toEqual(['desk', 'lamp', 'old']);
});

test('sends presses one by one, and shows them over older answers', async () => {
  const { storage, press, next, calls } = openServer('ann');
  void storage.load();
  press('desk', true);
  press('desk', false);
  press('lamp', true);
  (await next('ids')).answer(['desk', 'sofa']);
  await vi.waitFor(() => expect(shown()).toEqual(['lamp', 'sofa']));
  const add = await next('add');
  expect(calls).toEqual([]);
  add.answer();
  const remove = await next('remove');
  expect(remove.input).toEqual({ listingId: 'desk' });
  // A failure reverts the heart.
  remove.answer();
  (await next('add')).fail();
  await vi.waitFor(() => expect(shown()).toEqual(['sofa']));
  expect(toastStore.get()).toMatchObject({ title: "We couldn't save this", kind: 'error' });
});

test('a failed press does not revert a later press', async () => {
  const { press, next } = openServer('ann');
  press('desk', true);
  press('desk', false);
  press('desk', true);
  (await next('add')).fail();
  (await next('remove')).answer();
  (await next('add')).answer();
  expect(shown()).toEqual(['desk']);
});

test('the heart names what a press does and whether it is filled', () => {
  renderComponent(<FavoriteButton listing={{ id: 'desk', title: 'Desk' }} />);
  expect(screen.getByRole('button', { name: 'Add to favorites', pressed: false })).toBeTruthy();
});

test('fetches a list again if it was being fetched during the merge', async () => {
  store(['desk']);
  const { storage, next, queryClient } = openServer('ann');
  const readList = vi.fn<() => Promise<unknown>>(() => new Promise(() => undefined));
  const queryKey = getQueryKey(trpc.favorites.list);
  const leave = new QueryObserver(queryClient, { queryKey, queryFn: readList }).subscribe(vi.fn());
  expect(readList).toHaveBeenCalledTimes(1);
  void storage.load();
  (await next('merge')).answer(['desk']);
  await vi.waitFor(() => expect(readList).toHaveBeenCalledTimes(2));
  leave();
});
