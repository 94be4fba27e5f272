import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ConversationView, FeedEvent, MessageView } from '@marketplace/shared/messaging/views';
import type { NotificationView } from '@marketplace/shared/notifications/views';
import { keepSubscribed } from '../../../api/keep-subscribed.ts';
import { type Pages, placeItem } from '../../../api/pages.ts';
import { refetch } from '../../../api/refetch.ts';
import type { trpc } from '../../../api/trpc.ts';
import { createStore, useStore } from '../../../ui/store.ts';
import { notificationsKey, unreadNotificationsKey } from '../../notifications/notification-list.ts';
import {
  currentUserKey,
  archiveKey,
  conversationKey,
  conversationListsKey,
  conversationsKey,
  dealKey,
  dealsKey,
  historiesKey,
  historyKey,
  requestsKey,
  salesKey,
  searchesKey,
  unreadCountKey,
} from '../cache-keys.ts';
import {
  addToHistory,
  type EventOf,
  feedStep,
  messageInConversations,
  readInConversations,
  readInHistory,
  withoutConversation,
} from './apply-event.ts';
import { stopTyping } from './presence.ts';
import { removeFromOutbox } from './send-queue.ts';

/** How long the connection may be down before the page says so, in ms. */
const noticeAfterMs = 3_000;

const reconnecting = createStore(false);

/** Returns true once the connection has been down for more than 3 s. */
export function useReconnecting(): boolean {
  return useStore(reconnecting);
}

interface Options {
  client: ReturnType<typeof trpc.useUtils>['client'];
  /** The user's id. The server refuses the feed to any other user. */
  me: string;
  feed: FeedCache;
  /** Called when the subscription is up, at first and after each reconnect. */
  onLive?: () => void;
  /** Called when the server no longer knows this session. */
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

/** The conversation whose newest message is on screen. New messages in it raise no counter. */
export const onScreen = { conversationId: null as string | null };

type FeedCache = ReturnType<typeof createFeedCache>;

/** Creates the object that applies a user's feed to the query cache, in order, each event once. */
export function createFeedCache(queryClient: QueryClient, me: string) {
  let last: number | null = null;
  return {
    apply(position: string, event: FeedEvent): void {
      const step = feedStep(last, Number(position), event.type);
      if (step === 'drop') return;
      // Data loaded before the first event may lack changes made in between.
      const isBehind = last === null || step === 'gap' || event.type === 'reset';
      if (last === null || event.type !== 'unread') last = Number(position);
      applyEvent(queryClient, event, me);
      if (isBehind) refetchAll(queryClient);
      if (isBehind && event.type !== 'unread') refetch(queryClient, unreadCountKey());
    },
    /** The position to resume from; undefined before the first event. */
    position: () => (last === null ? undefined : String(last)),
  };
}

/** Moves a message that the server has stored from the outbox to the history, before its event. */
export function addStoredMessage(queryClient: QueryClient, message: MessageView): void {
  change(queryClient, historyKey(message.conversationId), (data: Pages<MessageView>) =>
    addToHistory(data, message),
  );
  removeFromOutbox(message);
}

function applyEvent(queryClient: QueryClient, event: FeedEvent, me: string): void {
  const seen = asSeen(event);
  if (seen.type === 'message') applyMessage(queryClient, seen, me);
  if (changesDeal(seen)) refetch(queryClient, dealKey(seen.conversationId));
  if (seen.type === 'read') applyRead(queryClient, seen, me);
  if (seen.type === 'conversation') {
    refetch(queryClient, conversationListsKey());
    refetch(queryClient, historyKey(seen.conversationId));
  }
  if ('conversationId' in seen) refetch(queryClient, conversationKey(seen.conversationId));
  if (seen.type === 'unread') setCount(queryClient, unreadCountKey(), seen.count);
  if ('unread' in seen) setCount(queryClient, unreadCountKey(), seen.unread);
  if (seen.type === 'notification') applyNotification(queryClient, seen);
  if (changesNotifications(event, me)) refetch(queryClient, notificationsKey());
}

/** Returns true if the event changes a deal. Each step is a message, but a block sends none. */
function changesDeal(event: FeedEvent): event is EventOf<'message'> | EventOf<'conversation'> {
  if (event.type !== 'message') return event.type === 'conversation';
  return event.message.kind !== 'text' && event.message.kind !== 'photo';
}

/** Returns the event with the messages of the conversation on screen counted as read. */
function asSeen(event: FeedEvent): FeedEvent {
  if (!('conversationUnread' in event)) return event;
  if (onScreen.conversationId !== event.conversationId) return event;
  return { ...event, unread: event.unread - event.conversationUnread, conversationUnread: 0 };
}

function applyMessage(queryClient: QueryClient, event: EventOf<'message'>, me: string): void {
  addStoredMessage(queryClient, event.message);
  if (event.message.senderId !== me) stopTyping(event.conversationId);
  // A message moves an archived conversation back, and an answer moves a request to the inbox.
  const [list, other] = event.isRequest
    ? [requestsKey(), conversationsKey()]
    : [conversationsKey(), requestsKey()];
  change(queryClient, list, (data: Pages<ConversationView>) => messageInConversations(data, event));
  for (const key of [other, archiveKey()]) {
    change(queryClient, key, (data: Pages<ConversationView>) =>
      withoutConversation(data, event.conversationId),
    );
  }
}

function applyRead(queryClient: QueryClient, event: EventOf<'read'>, me: string): void {
  change(queryClient, historyKey(event.conversationId), (data: Pages<MessageView>) =>
    readInHistory(data, event),
  );
  for (const key of [conversationsKey(), requestsKey(), archiveKey()]) {
    change(queryClient, key, (data: Pages<ConversationView>) =>
      readInConversations(data, event, me),
    );
  }
}

function applyNotification(queryClient: QueryClient, event: EventOf<'notification'>): void {
  const { notification, unreadNotifications } = event;
  // The notification is null when some were read. The event does not say which ones.
  change(
    queryClient,
    notificationsKey(),
    (data: Pages<NotificationView>) =>
      notification && placeItem(data, notification, ({ createdAt }) => createdAt),
  );
  if (notification?.type === 'sale') refetch(queryClient, salesKey());
  // It may be about a suspension, which pages show.
  if (notification?.type === 'warning') {
    refetch(queryClient, currentUserKey());
  }
  if (notification?.type === 'alert') refetch(queryClient, searchesKey());
  setCount(queryClient, unreadNotificationsKey(), unreadNotifications);
}

/**
 * Returns true if the event changes a conversation's entry in the notification list. The first
 * unread message adds the entry, each step of a deal renews it, and reading removes it.
 */
function changesNotifications(event: FeedEvent, me: string): boolean {
  if (event.type === 'message') {
    const isEntry = event.conversationUnread === 1 || event.message.kind !== 'text';
    return event.message.receiverId === me && isEntry;
  }
  if (event.type === 'read') return event.readerId === me && event.conversationUnread === 0;
  return event.type === 'conversation';
}

/**
 * Changes cached data. Refetches it in three cases: `apply` returns null because the event does not
 * carry enough; the data was out of date before, and a change would mark it as fresh; or a fetch is
 * under way, whose answer may be older than the event.
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

/** Refetches the conversations and the number of unread messages. */
export function refetchCounters(queryClient: QueryClient): void {
  refetch(queryClient, conversationListsKey());
  refetch(queryClient, unreadCountKey());
}

/** Refetches everything that the feed changes, except the number of unread messages. */
function refetchAll(queryClient: QueryClient): void {
  const lists = [conversationListsKey, notificationsKey];
  const keys = [historiesKey, dealsKey, ...lists, unreadNotificationsKey];
  for (const key of keys) refetch(queryClient, key());
}
