import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { ConversationView, FeedEvent, MessageView } from '@marketplace/shared/messaging/views';
import type { NotificationView } from '@marketplace/shared/notifications/views';
import type { Page } from '@marketplace/shared/pagination';
import { keepSubscribed } from '../../../api/keep-subscribed.ts';
import { refetch } from '../../../api/refetch.ts';
import type { trpc } from '../../../api/trpc.ts';
import { createStore, useStore } from '../../../ui/store.ts';
import { notificationInList } from '../../notifications/notification-list.ts';
import { notificationsKey, unreadNotificationsKey } from '../../notifications/notification-list.ts';
import { salesKey } from '../../payments/cache-keys.ts';
import { conversationsKey, historiesKey, historyKey, unreadCountKey } from '../cache-keys.ts';
import {
  addToHistory,
  type EventOf,
  feedStep,
  messageInConversations,
  readInConversations,
  readInHistory,
} from './apply-event.ts';
import { takeFromOutbox } from './send-queue.ts';

/** How long the connection may be down before the page says so, in ms. */
const noticeAfterMs = 3_000;

const reconnecting = createStore(false);

/** True once the connection has been down for more than 3 s. */
export function useReconnecting(): boolean {
  return useStore(reconnecting);
}

interface Options {
  client: ReturnType<typeof trpc.useUtils>['client'];
  /** Whose feed it is; the server refuses it to anybody else. */
  me: string;
  feed: FeedCache;
  /** Events come, for the first time or again: the server can be reached. */
  onLive?: () => void;
  /** The server no longer knows this session. */
  onSignedOut: () => void;
}

/** Follows the user's feed from the last position on, until the returned function is called. */
export function followFeed({ client, me, feed, onLive, onSignedOut }: Options): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const up = () => {
    clearTimeout(timer);
    timer = undefined;
    reconnecting.set(false);
  };
  const stop = keepSubscribed<{ id: string; data: FeedEvent }>({
    subscribe: (handlers) =>
      client.messaging.events.subscribe({ userId: me, lastEventId: feed.position() }, handlers),
    onData: ({ id, data }) => feed.apply(id, data),
    onLive() {
      up();
      onLive?.();
    },
    onDown() {
      timer ??= setTimeout(() => reconnecting.set(true), noticeAfterMs);
    },
    onDenied: onSignedOut,
  });
  return () => {
    stop();
    up();
  };
}

type Histories = InfiniteData<Page<MessageView>>;
type Conversations = InfiniteData<Page<ConversationView>>;
type Notifications = InfiniteData<Page<NotificationView>>;

/**
 * The conversation whose newest message is on screen in a visible tab. A message that arrives there
 * is read as it comes, so no counter rises until the server knows.
 */
export const onScreen = { conversationId: null as string | null };

/** Applies the feed of one user to the query cache, in order and each event once. */
interface FeedCache {
  apply(position: string, event: FeedEvent): void;
  /** The position to resume from; undefined before the first event. */
  position(): string | undefined;
}

export function createFeedCache(queryClient: QueryClient, me: string): FeedCache {
  let last: number | null = null;
  return {
    apply(position, event) {
      const step = feedStep(last, Number(position), event.type);
      if (step === 'drop') return;
      // Data loaded before the first event may have missed what happened in between.
      const isBehind = last === null || step === 'gap' || event.type === 'reset';
      if (last === null || event.type !== 'unread') last = Number(position);
      applyEvent(queryClient, event, me);
      if (isBehind) refetchAll(queryClient, event.type !== 'unread');
    },
    position: () => (last === null ? undefined : String(last)),
  };
}

/** Adds a message that the server has stored for us, without waiting for its event. */
export function addStoredMessage(queryClient: QueryClient, message: MessageView): void {
  change<Histories>(queryClient, historyKey(message.conversationId), (data) =>
    addToHistory(data, message),
  );
  takeFromOutbox(message);
}

function applyEvent(queryClient: QueryClient, event: FeedEvent, me: string): void {
  if (event.type === 'message') applyMessage(queryClient, asSeen(event));
  if (event.type === 'read') applyRead(queryClient, asSeen(event), me);
  if (event.type === 'unread') setCount(queryClient, unreadCountKey(), event.count);
  if (event.type === 'conversation') {
    setCount(queryClient, unreadCountKey(), event.unread);
    refetch(queryClient, conversationsKey());
    refetch(queryClient, historyKey(event.conversationId));
  }
  if (event.type === 'notification') applyNotification(queryClient, event);
  if (changesNotifications(event, me)) refetch(queryClient, notificationsKey());
}

function asSeen<Event extends EventOf<'message' | 'read'>>(event: Event): Event {
  if (onScreen.conversationId !== event.conversationId) return event;
  return { ...event, unread: event.unread - event.conversationUnread, conversationUnread: 0 };
}

function applyMessage(queryClient: QueryClient, event: EventOf<'message'>): void {
  addStoredMessage(queryClient, event.message);
  change<Conversations>(queryClient, conversationsKey(), (data) =>
    messageInConversations(data, event),
  );
  setCount(queryClient, unreadCountKey(), event.unread);
}

function applyRead(queryClient: QueryClient, event: EventOf<'read'>, me: string): void {
  change<Histories>(queryClient, historyKey(event.conversationId), (data) =>
    readInHistory(data, event),
  );
  change<Conversations>(queryClient, conversationsKey(), (data) =>
    readInConversations(data, event, me),
  );
  setCount(queryClient, unreadCountKey(), event.unread);
}

function applyNotification(queryClient: QueryClient, event: EventOf<'notification'>): void {
  const { notification, unreadNotifications } = event;
  // Null when some were read: the event does not say which.
  if (!notification) refetch(queryClient, notificationsKey());
  else {
    change<Notifications>(queryClient, notificationsKey(), (data) =>
      notificationInList(data, notification),
    );
  }
  if (notification?.type === 'sale') refetch(queryClient, salesKey());
  setCount(queryClient, unreadNotificationsKey(), unreadNotifications);
}

/** A conversation with unread messages has an entry in the notification center. */
function changesNotifications(event: FeedEvent, me: string): boolean {
  if (event.type === 'message') {
    return event.message.receiverId === me && event.conversationUnread === 1;
  }
  if (event.type === 'read') return event.readerId === me && event.conversationUnread === 0;
  return event.type === 'conversation';
}

/**
 * Changes cached data. Refetches them where `apply` gives null because the event does not suffice,
 * where they were already out of date (changed data count as fresh), and during a fetch, whose answer
 * may be older than the event.
 */
function change<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  apply: (data: Data) => Data | null,
): void {
  const query = queryClient.getQueryCache().find<Data>({ queryKey });
  if (!query) return;
  const { data, fetchStatus, isInvalidated } = query.state;
  const changed = data === undefined ? data : apply(data);
  if (changed && changed !== data) queryClient.setQueryData<Data>(queryKey, changed);
  if (changed === null || fetchStatus === 'fetching' || isInvalidated) {
    refetch(queryClient, queryKey);
  }
}

function setCount(queryClient: QueryClient, queryKey: QueryKey, count: number): void {
  change(queryClient, queryKey, () => ({ count }));
}

/** Refetches what counts unread messages. */
export function refetchCounters(queryClient: QueryClient): void {
  refetch(queryClient, conversationsKey());
  refetch(queryClient, unreadCountKey());
}

function refetchAll(queryClient: QueryClient, unreadCountToo: boolean): void {
  refetch(queryClient, historiesKey());
  refetch(queryClient, notificationsKey());
  refetch(queryClient, unreadNotificationsKey());
  if (unreadCountToo) refetchCounters(queryClient);
  else refetch(queryClient, conversationsKey());
}
