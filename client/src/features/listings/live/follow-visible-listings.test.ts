import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ListingStateView } from '@marketplace/shared/listings/views';
import { followVisibleListings } from './follow-visible-listings.ts';

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const desk = {
  id: 'desk',
  sellerId: 'ann',
  title: 'Oak desk',
  version: 3,
  price: '50.00',
  previousPrice: null as string | null,
  availability: 'available',
  soldAt: null,
  isActive: true,
  awayUntil: null as string | null,
};
const state: ListingStateView = {
  id: 'desk',
  version: 4,
  title: 'Solid oak desk',
  price: '40.00',
  availability: 'reserved',
  isActive: true,
  awayUntil: null,
};
const talk = {
  id: 'talk',
  listingId: 'desk',
  listingTitle: 'Oak desk',
  listingPrice: '50.00',
  version: 3,
  isSeller: false,
  otherParticipants: [{ id: 'ann', awayUntil: null as string | null }],
  listingGone: false,
};

/** A page with listings, and a server that sends their changes. */
function openPage(me?: string) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const subscriptions: { ids: string[]; say: (state: ListingStateView) => void; ended: boolean }[] =
    [];
  const subscribe = (
    { ids }: { ids: string[] },
    { onData }: { onData: (state: ListingStateView) => void },
  ) => {
    const subscription = { ids, say: onData, ended: false };
    subscriptions.push(subscription);
    return { unsubscribe: () => (subscription.ended = true) };
  };
  const client = { listings: { live: { subscribe } } } as unknown as Parameters<
    typeof followVisibleListings
  >[0]['client'];
  let fetched = 0;
  /** Renders a part of the page with this data until the returned function is called. */
  const show = (name: string, data: unknown) => {
    queryClient.setQueryData([name], data);
    const queryFn = () => {
      fetched += 1;
      return data;
    };
    return new QueryObserver(queryClient, { queryKey: [name], queryFn }).subscribe(() => undefined);
  };
  return {
    ...{ queryClient, subscriptions, show },
    stop: followVisibleListings({ queryClient, client, me }),
    dataOf: (name: string) => queryClient.getQueryData([name]),
    fetched: () => fetched,
    following: () => subscriptions.filter(({ ended }) => !ended).map(({ ids }) => ids),
    say: (next: ListingStateView) => subscriptions.at(-1)?.say(next),
    settle: () => vi.advanceTimersByTimeAsync(200),
  };
}

test('updates a listing wherever it is visible, whatever the query', async () => {
  const page = openPage();
  page.show('byId', desk);
  page.show('list', { pages: [{ items: [desk, { ...desk, id: 'lamp' }], nextCursor: null }] });
  page.show('inbox', { pages: [{ items: [talk], nextCursor: null }] });
  await page.settle();
  expect(page.following()).toEqual([['desk', 'lamp']]);
  page.say(state);
  const now = { ...desk, ...state, previousPrice: '50.00' };
  expect(page.dataOf('byId')).toEqual(now);
  expect(page.dataOf('list')).toMatchObject({ pages: [{ items: [now, { price: '50.00' }] }] });
  expect(page.dataOf('inbox')).toMatchObject({
    pages: [
      {
        items: [
          { listingTitle: 'Solid oak desk', listingPrice: '40.00', availability: 'reserved' },
        ],
      },
    ],
  });
});

test('follows at most a hundred visible listings in one subscription', async () => {
  const page = openPage();
  const hide = page.show('byId', desk);
  page.show('names', { title: 'no listing' });
  await page.settle();
  expect(page.following()).toEqual([['desk']]);
  hide();
  await page.settle();
  expect(page.following()).toEqual([]);
  const many = Array.from({ length: 120 }, (_, n) => ({ ...desk, id: `${n}` }));
  vi.setSystemTime(Date.now() + 1_000);
  page.show('list', many);
  await page.settle();
  expect(page.following()[0]).toHaveLength(100);
  page.stop();
  expect(page.following()).toEqual([]);
});

test('does not overwrite the live state with an older answer', async () => {
  const page = openPage();
  page.show('byId', desk);
  await page.settle();
  page.say(state);
  page.queryClient.setQueryData(['byId'], { ...desk, description: 'Newer' });
  expect(page.dataOf('byId')).toMatchObject({ description: 'Newer', ...state });
  page.queryClient.setQueryData(['byId'], { ...desk, price: '30.00', version: 5 });
  expect(page.dataOf('byId')).toMatchObject({ price: '30.00', version: 5 });
});

test('leaves a removed listing visible and refetches lists that depend on it', async () => {
  const page = openPage('bob');
  page.show('byId', desk);
  page.show('inbox', { pages: [{ items: [talk] }] });
  await page.settle();
  const gone = { ...state, title: '', price: '0.00', isActive: false };
  page.say(gone);
  expect(page.dataOf('byId')).toEqual({ ...desk, version: 4, isActive: false });
  expect(page.fetched()).toBe(1);
  // On a later visit, the page says that the listing is gone.
  expect(page.queryClient.getQueryState(['byId'])?.isInvalidated).toBe(true);
  const own = openPage('ann');
  own.show('mine', { pages: [{ items: [desk] }] });
  await own.settle();
  own.say(gone);
  expect(own.fetched()).toBe(1);
});

test('shows on cards and in conversations that the seller is away', async () => {
  const page = openPage();
  page.show('list', { pages: [{ items: [desk] }] });
  page.show('inbox', { pages: [{ items: [talk] }] });
  await page.settle();
  const awayUntil = '2026-12-05';
  page.say({ ...state, awayUntil });
  expect(page.dataOf('list')).toMatchObject({ pages: [{ items: [{ id: 'desk', awayUntil }] }] });
  expect(page.dataOf('inbox')).toMatchObject({
    pages: [{ items: [{ otherParticipants: [{ id: 'ann', awayUntil }] }] }],
  });
  expect(page.fetched()).toBe(0);
});
