import type { FeedEvent, ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import type { Page } from '@marketplace/shared/pagination';

/** A list as the query cache holds it: the pages loaded so far, newest first. */
export interface Pages<Item> {
  pages: Page<Item>[];
}

export type EventOf<Type extends FeedEvent['type']> = Extract<FeedEvent, { type: Type }>;

/** What became of cached data. With `refetch` it cannot be told from the event alone. */
export interface Applied<Data> {
  data: Data;
  refetch: boolean;
}

/** What to do with an event at a position of the feed. `gap`: something before it never came. */
export type FeedStep = 'apply' | 'drop' | 'gap';

/**
 * Places an event behind the last one applied. Positions grow by one per stored event; `unread` and
 * `reset` are not stored and repeat the position they were read at.
 */
export function feedStep(last: number | null, position: number, type: FeedEvent['type']): FeedStep {
  if (last === null || type === 'unread' || type === 'reset') return 'apply';
  if (position <= last) return 'drop';
  return position === last + 1 ? 'apply' : 'gap';
}

/** Adds a message to its conversation's history unless it is there; a missing one before it asks for a refetch. */
export function addToHistory<Data extends Pages<MessageView>>(
  data: Data,
  message: MessageView,
): Applied<Data> {
  const [first, ...older] = data.pages;
  if (!first) return { data, refetch: true };
  const known = first.items[0]?.seq ?? 0;
  if (message.seq <= known) return { data, refetch: false };
  if (message.seq > known + 1) return { data, refetch: true };
  const newest = { ...first, items: [message, ...first.items] };
  return { data: { ...data, pages: [newest, ...older] }, refetch: false };
}

/** Marks as read what `readerId` received up to `upToSeq`. */
export function readInHistory<Data extends Pages<MessageView>>(
  data: Data,
  { readerId, upToSeq }: Pick<EventOf<'read'>, 'readerId' | 'upToSeq'>,
): Data {
  const isNews = (message: MessageView) =>
    !message.isRead && message.receiverId === readerId && message.seq <= upToSeq;
  if (!data.pages.some((page) => page.items.some(isNews))) return data;
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((message) => (isNews(message) ? { ...message, isRead: true } : message)),
  }));
  return { ...data, pages };
}

/**
 * Brings the list of conversations up to a message: its conversation moves to its place, which is
 * the top as a rule. One that is not in the loaded pages, or a message that was missed before this
 * one, asks for a refetch.
 */
export function messageInConversations<Data extends Pages<ConversationView>>(
  data: Data,
  event: Omit<EventOf<'message'>, 'type'>,
): Applied<Data> {
  const { message } = event;
  const conversation = findConversation(data, event.conversationId);
  if (!conversation) return { data, refetch: true };
  if (message.seq <= conversation.lastSeq) return { data, refetch: false };
  if (message.seq > conversation.lastSeq + 1) return { data, refetch: true };
  const updated: ConversationView = {
    ...conversation,
    lastMessage: message.content,
    lastSenderId: message.senderId,
    lastMessageAt: message.createdAt,
    lastSeq: message.seq,
    unread: event.conversationUnread,
  };
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => item.id !== conversation.id),
  }));
  const place = pages.find((page) => page.items.some((item) => isNewer(updated, item)));
  const page = place ?? pages.at(-1);
  if (!page || (!place && page.nextCursor !== null)) return { data, refetch: true };
  const at = place ? page.items.findIndex((item) => isNewer(updated, item)) : page.items.length;
  page.items.splice(at, 0, updated);
  return { data: { ...data, pages }, refetch: false };
}

/** The order of the list. Messages of two conversations may commit in another one than their times. */
function isNewer(one: ConversationView, other: ConversationView): boolean {
  if (one.lastMessageAt !== other.lastMessageAt) return one.lastMessageAt > other.lastMessageAt;
  return one.id > other.id;
}

/** Brings the list of conversations up to a read mark, mine or the other's. */
export function readInConversations<Data extends Pages<ConversationView>>(
  data: Data,
  event: Omit<EventOf<'read'>, 'type'>,
  me: string,
): Applied<Data> {
  const conversation = findConversation(data, event.conversationId);
  // Nothing shown of a conversation that is not loaded changes by a read mark.
  if (!conversation) return { data, refetch: false };
  const mine = event.readerId === me;
  const known = mine ? conversation.readSeq : conversation.otherReadSeq;
  if (event.upToSeq <= known) return { data, refetch: false };
  const updated = mine
    ? { ...conversation, readSeq: event.upToSeq, unread: event.conversationUnread }
    : {
        ...conversation,
        otherReadSeq: event.upToSeq,
        // What was read has arrived.
        otherDeliveredSeq: Math.max(conversation.otherDeliveredSeq, event.upToSeq),
      };
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (item.id === updated.id ? updated : item)),
  }));
  return { data: { ...data, pages }, refetch: false };
}

export function findConversation(
  data: Pages<ConversationView> | undefined,
  id: string,
): ConversationView | undefined {
  for (const page of data?.pages ?? []) {
    const found = page.items.find((item) => item.id === id);
    if (found) return found;
  }
  return undefined;
}
