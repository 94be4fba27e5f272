import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createRefetchRetrier, refetch } from './refetch.ts';

const unreadKey = [['messaging', 'unreadCount'], { type: 'query' }];
const userKey = [['auth', 'me'], { type: 'query' }];

/** Mounts a query whose calls the test answers. */
function show(client: QueryClient, queryKey = unreadKey) {
  const calls: { answer(value: string): void; fail(): void }[] = [];
  const queryFn = () =>
    new Promise<string>((resolve, reject) => {
      calls.push({ answer: resolve, fail: () => reject(new Error('The server was not reached.')) });
    });
  const observer = new QueryObserver(client, { queryKey, queryFn, retry: false });
  observer.subscribe(() => undefined);
  return { calls, data: () => observer.getCurrentResult().data };
}

const untilCalls = (calls: unknown[], count: number) =>
  vi.waitFor(() => expect(calls).toHaveLength(count));

test('fetches again after a first response that may be outdated', async () => {
  const client = new QueryClient();
  const { calls, data } = show(client);
  refetch(client, unreadKey);
  refetch(client, unreadKey);
  calls[0]!.answer('old');
  await untilCalls(calls, 2);
  calls[1]!.answer('new');
  await vi.waitFor(() => expect(data()).toBe('new'));
  expect(calls).toHaveLength(2);
});

test.each([
  ['an unread count', unreadKey],
  ['the signed-in user', userKey],
])('retries the refresh of %s until it succeeds', async (_name, queryKey) => {
  const client = new QueryClient();
  const { calls, data } = show(client, queryKey);
  const retrier = createRefetchRetrier(client);
  calls[0]!.answer('old');
  await vi.waitFor(() => expect(data()).toBe('old'));
  refetch(client, queryKey);
  calls[1]!.fail();
  await vi.waitFor(() => expect(client.getQueryState(queryKey)?.status).toBe('error'));
  retrier.wake();
  await untilCalls(calls, 3);
  calls[2]!.fail();
  await vi.waitFor(() => expect(client.getQueryState(queryKey)?.fetchStatus).toBe('idle'));
  await vi.waitFor(() => expect(calls).toHaveLength(4));
  calls[3]!.answer('new');
  await vi.waitFor(() => expect(data()).toBe('new'));
  retrier.stop();
});

test('retries an earlier failure when the connection is back', async () => {
  const client = new QueryClient();
  const { calls, data } = show(client);
  calls[0]!.answer('old');
  await vi.waitFor(() => expect(data()).toBe('old'));
  refetch(client, unreadKey);
  calls[1]!.fail();
  await vi.waitFor(() => expect(client.getQueryState(unreadKey)?.status).toBe('error'));
  const retrier = createRefetchRetrier(client);
  retrier.wake();
  await untilCalls(calls, 3);
  calls[2]!.answer('new');
  await vi.waitFor(() => expect(data()).toBe('new'));
  retrier.stop();
});

/** Mounts a list whose pages the test answers. Page n has the value `page n`. */
function showList(client: QueryClient) {
  const calls: { page: number; answer(): void; fail(): void }[] = [];
  const observer = new InfiniteQueryObserver(client, {
    queryKey: unreadKey,
    queryFn: ({ pageParam: page }) =>
      new Promise<string>((resolve, reject) => {
        calls.push({
          page,
          answer: () => resolve(`page ${page}`),
          fail: () => reject(new Error('The server was not reached.')),
        });
      }),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => pages.length + 1,
    retry: false,
  });
  observer.subscribe(() => undefined);
  return { calls, observer, pages: () => observer.getCurrentResult().data?.pages };
}

test('loads a pending page first, and then fetches the list again', async () => {
  const client = new QueryClient();
  const { calls, observer, pages } = showList(client);
  calls[0]!.answer();
  await vi.waitFor(() => expect(pages()).toHaveLength(1));
  void observer.fetchNextPage();
  await untilCalls(calls, 2);
  refetch(client, unreadKey);
  calls[1]!.answer();
  await vi.waitFor(() => expect(pages()).toEqual(['page 1', 'page 2']));
  await untilCalls(calls, 3);
  expect(calls[2]!.page).toBe(1);
});

test('fetches the list again after a page that was requested during its refetch', async () => {
  const client = new QueryClient();
  const { calls, observer, pages } = showList(client);
  calls[0]!.answer();
  await vi.waitFor(() => expect(pages()).toHaveLength(1));
  refetch(client, unreadKey);
  await untilCalls(calls, 2);
  void observer.fetchNextPage();
  await untilCalls(calls, 3);
  expect(calls[2]!.page).toBe(2);
  calls[2]!.answer();
  await untilCalls(calls, 4);
  expect(calls[3]!.page).toBe(1);
});

test('keeps the error of a failed page until the page is requested again', async () => {
  const client = new QueryClient();
  const { calls, observer, pages } = showList(client);
  const retrier = createRefetchRetrier(client);
  calls[0]!.answer();
  await vi.waitFor(() => expect(pages()).toHaveLength(1));
  void observer.fetchNextPage();
  await untilCalls(calls, 2);
  calls[1]!.fail();
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetchNextPageError).toBe(true));
  retrier.wake();
  expect(calls).toHaveLength(2);
  void observer.fetchNextPage();
  await untilCalls(calls, 3);
  retrier.wake();
  calls[2]!.answer();
  await vi.waitFor(() => expect(pages()).toHaveLength(2));
  expect(calls).toHaveLength(3);
  retrier.stop();
});
