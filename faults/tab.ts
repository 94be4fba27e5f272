import './browser.ts';
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import type { NotificationView } from '@marketplace/shared/notifications/views';
import type { Page } from '@marketplace/shared/pagination';
import { connectClient, type TestClient } from '@marketplace/server/test/ws-client';
import { reconnectDelay } from '../client/src/api/keep-subscribed.ts';
import { createQueryClient } from '../client/src/api/query-client.ts';
import { createRefetchRetrier } from '../client/src/api/refetch.ts';
import {
  conversationsKey,
  conversationsQuery,
  dealKey,
  historyKey,
  historyQuery,
  unreadCountKey,
  requestsKey,
  requestsQuery,
} from '../client/src/features/messaging/cache-keys.ts';
import {
  addStoredMessage,
  createFeedCache,
  followFeed,
} from '../client/src/features/messaging/live/feed.ts';
import { messageSender } from '../client/src/features/messaging/live/send-message.ts';
import { type Outbox, outboxOf } from '../client/src/features/messaging/live/send-queue.ts';
import {
  notificationsKey,
  notificationsQuery,
  unreadNotificationsKey,
} from '../client/src/features/notifications/notification-list.ts';
import { createRecord, type FeedRecord } from './feed-record.ts';

type QueryClient = ReturnType<typeof createQueryClient>;

/** A signed-in user. */
export interface Account {
  name: string;
  id: string;
  cookie: string;
}

/** An open page: the client's cache and feed on a real connection. */
export interface Tab {
  account: Account;
  api: TestClient['api'];
  queryClient: QueryClient;
  /** The outbox, which all tabs of one person share. */
  outbox: Outbox;
  record: FeedRecord;
  /** Returns the position of the last applied event. */
  position(): number | null;
  conversations(): ConversationView[];
  /** Returns what the page is fetching or could not fetch, or null when it has everything. */
  missing(): string | null;
  opened(): number;
  /** Leaves the feed, like a sleeping computer. `wake` continues from the same position. */
  sleep(): void;
  wake(): void;
  close(): Promise<void>;
}

export function openTab(url: string, account: Account): Tab {
  // The client's delays, shortened, because the campaign has many rounds.
  const connection = connectClient([{ url }], account, (attempt) => reconnectDelay(attempt) / 4);
  const { api } = connection;
  const queryClient = createQueryClient();
  const feed = createFeedCache(queryClient, account.id);
  const record = createRecord();
  const recording: typeof feed = {
    ...feed,
    apply(position, event) {
      record.add(Number(position), event.type);
      feed.apply(position, event);
    },
  };
  const client = api as unknown as Parameters<typeof followFeed>[0]['client'];
  const { id: me } = account;
  const onSignedOut = () => record.signedOut();
  const outbox = outboxOf(me);
  // Does what the client does while a user is signed in.
  const live = () => {
    const onStored = (message: MessageView) => addStoredMessage(queryClient, message);
    const stopSending = outbox.start(messageSender({ client, me, onStored, onSignedOut }));
    const retrier = createRefetchRetrier(queryClient);
    const onLive = () => {
      outbox.wake();
      retrier.wake();
    };
    const unfollow = followFeed({ client, me, feed: recording, onLive, onSignedOut });
    return () => {
      unfollow();
      retrier.stop();
      stopSending();
    };
  };
  const unmount = mount(queryClient, api);
  let end: (() => void) | null = live();
  const sleep = () => {
    end?.();
    end = null;
  };
  return {
    account,
    api,
    queryClient,
    outbox,
    record,
    position: () => (feed.position() === undefined ? null : Number(feed.position())),
    conversations: () =>
      [conversationsKey(), requestsKey()].flatMap(
        (key) => cached<ConversationView>(queryClient, key).items,
      ),
    missing: () => findMissing(queryClient),
    opened: connection.opened,
    sleep,
    wake: () => void (end ??= live()),
    async close() {
      sleep();
      unmount();
      queryClient.clear();
      await connection.close();
    },
  };
}

/** Returns the items of a cached list, and whether the list is complete. */
export function cached<Item>(queryClient: QueryClient, queryKey: readonly unknown[]) {
  const pages = queryClient.getQueryData<{ pages: Page<Item>[] }>(queryKey)?.pages ?? [];
  return {
    items: pages.flatMap((page) => page.items),
    isWhole: pages.length > 0 && pages.at(-1)?.nextCursor === null,
  };
}

/**
 * Subscribes to the inbox, the requests, every history and deal, the notifications and the unread counts,
 * so that the client fetches each of them when needed.
 */
function mount(queryClient: QueryClient, api: TestClient['api']): () => void {
  const chats = new Map<string, () => void>();
  const showChats = (pages: Page<ConversationView>[] | undefined) => {
    for (const { id } of pages?.flatMap((page) => page.items) ?? []) {
      if (chats.has(id)) continue;
      const hides = [showHistory(queryClient, api, id), showDeal(queryClient, api, id)];
      chats.set(id, () => hides.forEach((hide) => hide()));
    }
  };
  const showList = (
    queryKey: readonly unknown[],
    query: typeof conversationsQuery | typeof requestsQuery,
  ) => {
    const list = new InfiniteQueryObserver(queryClient, {
      queryKey,
      queryFn: ({ pageParam, signal }) =>
        api.messaging.conversations.query({ ...query, cursor: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page: Page<ConversationView>) => page.nextCursor ?? undefined,
    });
    return list.subscribe((result) => {
      pressRetry(result);
      showChats(result.data?.pages);
      if (result.hasNextPage && !result.isFetching && !result.isError) void result.fetchNextPage();
    });
  };
  const hideLists = [
    showList(conversationsKey(), conversationsQuery),
    showList(requestsKey(), requestsQuery),
  ];
  const unread = new QueryObserver(queryClient, {
    queryKey: unreadCountKey(),
    queryFn: ({ signal }) => api.messaging.unreadCount.query(undefined, { signal }),
  });
  const hideUnread = unread.subscribe(pressRetry);
  const hideNotifications = showNotifications(queryClient, api);
  return () => {
    for (const hide of [...hideLists, hideUnread, hideNotifications, ...chats.values()]) hide();
  };
}

function showNotifications(queryClient: QueryClient, api: TestClient['api']): () => void {
  const list = new InfiniteQueryObserver(queryClient, {
    queryKey: notificationsKey(),
    queryFn: ({ pageParam, signal }) =>
      api.notifications.list.query({ ...notificationsQuery, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<NotificationView>) => page.nextCursor ?? undefined,
  });
  const count = new QueryObserver(queryClient, {
    queryKey: unreadNotificationsKey(),
    queryFn: ({ signal }) => api.notifications.unreadCount.query(undefined, { signal }),
  });
  const hides = [list.subscribe(pressRetry), count.subscribe(pressRetry)];
  return () => {
    for (const hide of hides) hide();
  };
}

function showHistory(queryClient: QueryClient, api: TestClient['api'], id: string): () => void {
  const history = new InfiniteQueryObserver(queryClient, {
    queryKey: historyKey(id),
    queryFn: ({ pageParam, signal }) =>
      api.messaging.history.query({ ...historyQuery(id), cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<MessageView>) => page.nextCursor ?? undefined,
  });
  return history.subscribe(pressRetry);
}

function showDeal(queryClient: QueryClient, api: TestClient['api'], id: string): () => void {
  const deal = new QueryObserver(queryClient, {
    queryKey: dealKey(id),
    queryFn: ({ signal }) => api.deals.forConversation.query({ conversationId: id }, { signal }),
  });
  return deal.subscribe(pressRetry);
}

/**
 * Retries like a user who sees that a page could not load. Does nothing when a refresh failed,
 * because the user sees no error then and the client itself must recover.
 */
function pressRetry(result: { data: unknown; isError: boolean; refetch(): unknown }): void {
  if (result.isError && result.data === undefined) setTimeout(() => void result.refetch(), 200);
}

function findMissing(queryClient: QueryClient): string | null {
  for (const query of queryClient.getQueryCache().getAll()) {
    const { data, status, fetchStatus, isInvalidated } = query.state;
    if (status === 'success' && fetchStatus === 'idle' && !isInvalidated) continue;
    const marks = `${isInvalidated ? ', out of date' : ''}${data === undefined ? ', empty' : ''}`;
    const state = `${status}, ${fetchStatus}${marks}`;
    return `${JSON.stringify(query.queryKey)} is ${state}`;
  }
  return null;
}
