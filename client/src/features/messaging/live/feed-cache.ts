import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { ConversationView, FeedEvent, MessageView } from '@marketplace/shared/messaging/views';
import type { NotificationView } from '@marketplace/shared/notifications/centre-views';
import type { Page } from '@marketplace/shared/pagination';
import type { Applied } from '../../../api/pages.ts';
import { notificationInList } from '../../notifications/notification-list.ts';
import { notificationsKey, unreadNotificationsKey } from '../../notifications/notification-list.ts';
import { salesKey } from '../../payments/cache-keys.ts';
import {
  addToHistory,
  type EventOf,
  feedStep,
  messageInConversations,
  readInConversations,
  readInHistory,
} from './apply-event.ts';
import { conversationsKey, historiesKey, historyKey, unreadCountKey } from '../cache-keys.ts';
import { onScreen } from './on-screen.ts';
import { refetch } from '../refetch.ts';
import { takeFromOutbox } from './use-outbox.ts';

type Histories = InfiniteData<Page<MessageView>>;
type Conversations = InfiniteData<Page<ConversationView>>;
type Notifications = InfiniteData<Page<NotificationView>>;

/** Applies the feed of one user to the query cache, in order and each event once. */
export interface FeedCache {
  apply(position: string, event: FeedEvent): void;
  /** The position to go on from; undefined before the first event. */
  position(): string | undefined;
}

export function createFeedCache(queryClient: QueryClient, me: string): FeedCache {
  let last: number | null = null;
  return {
    apply(position, event) {
      const step = feedStep(last, Number(position), event.type);
      if (step === 'drop') return;
      // Whatever was loaded before the first event may have missed what happened in between.
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
  if (changesNewsOfMessages(event, me)) refetch(queryClient, notificationsKey());
}

/** What is on screen counts as read at once: its numbers need not rise and fall again. */
function asSeen<Event extends EventOf<'message' | 'read'>>(event: Event): Event {
  if (!onScreen.isShown(event.conversationId)) return event;
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
  update<Histories>(queryClient, historyKey(event.conversationId), (data) =>
    readInHistory(data, event),
  );
  update<Conversations>(queryClient, conversationsKey(), (data) =>
    readInConversations(data, event, me),
  );
  setCount(queryClient, unreadCountKey(), event.unread);
}

function applyNotification(queryClient: QueryClient, event: EventOf<'notification'>): void {
  const { notification, unreadNotifications } = event;
  // What was read is not named.
  if (!notification) refetch(queryClient, notificationsKey());
  else {
    change<Notifications>(queryClient, notificationsKey(), (data) =>
      notificationInList(data, notification),
    );
  }
  if (notification?.type === 'sale') refetch(queryClient, salesKey());
  setCount(queryClient, unreadNotificationsKey(), unreadNotifications);
}

/** A conversation's first unread message is an entry of the notification centre, until it is read. */
function changesNewsOfMessages(event: FeedEvent, me: string): boolean {
  if (event.type === 'message') {
    return event.message.receiverId === me && event.conversationUnread === 1;
  }
  if (event.type === 'read') return event.readerId === me && event.conversationUnread === 0;
  return event.type === 'conversation';
}

/**
 * Changes cached data. Refetches it where the event does not suffice, where it was already out of
 * date (changed data count as fresh), or during a fetch, whose answer may be older than the event.
 */
function change<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  apply: (data: Data) => Applied<Data>,
): void {
  const query = queryClient.getQueryCache().find<Data>({ queryKey });
  if (!query) return;
  let mustRefetch = query.state.fetchStatus === 'fetching' || query.state.isInvalidated;
  const { data } = query.state;
  if (data !== undefined) {
    const applied = apply(data);
    mustRefetch ||= applied.refetch;
    if (applied.data !== data) queryClient.setQueryData<Data>(queryKey, applied.data);
  }
  if (mustRefetch) refetch(queryClient, queryKey);
}

/** As `change`, where the event suffices. */
function update<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  apply: (data: Data) => Data,
): void {
  change<Data>(queryClient, queryKey, (data) => ({ data: apply(data), refetch: false }));
}

function setCount(queryClient: QueryClient, queryKey: QueryKey, count: number): void {
  update(queryClient, queryKey, () => ({ count }));
}

/** Fetches what counts unread messages anew, where the count shown may not be true. */
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
