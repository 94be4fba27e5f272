import type { FeedEvent, ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import { itemsOf, mapItems, type Pages, placeItem } from '../../../api/pages.ts';

export type EventOf<Type extends FeedEvent['type']> = Extract<FeedEvent, { type: Type }>;

/** What to do with an event at a position of the feed. `gap`: something before it never came. */
type FeedStep = 'apply' | 'drop' | 'gap';

/**
 * Places an event behind the last one applied. Positions grow by one per stored event; `unread` and
 * `reset` are not stored and repeat the position they were read at.
 */
export function feedStep(last: number | null, position: number, type: FeedEvent['type']): FeedStep {
  if (last === null || type === 'unread' || type === 'reset') return 'apply';
  if (position <= last) return 'drop';
  return position === last + 1 ? 'apply' : 'gap';
}

/** Adds a message to its conversation's history unless it is there; null if one before it is missing. */
export function addToHistory<Data extends Pages<MessageView>>(
  data: Data,
  message: MessageView,
): Data | null {
  const [first, ...older] = data.pages;
  if (!first) return null;
  const known = first.items[0]?.seq ?? 0;
  if (message.seq <= known) return data;
  if (message.seq > known + 1) return null;
  const newest = { ...first, items: [message, ...first.items] };
  return { ...data, pages: [newest, ...older] };
}

/** Marks as read what `readerId` received up to `upToSeq`. */
export function readInHistory<Data extends Pages<MessageView>>(
  data: Data,
  { readerId, upToSeq }: Pick<EventOf<'read'>, 'readerId' | 'upToSeq'>,
): Data {
  return mapItems(data, (message: MessageView) => {
    const isRead = message.receiverId === readerId && message.seq <= upToSeq;
    return isRead && !message.isRead ? { ...message, isRead } : message;
  });
}

/**
 * Applies a message to the list of conversations: its conversation moves to its place, usually the
 * top. Null if the conversation is not loaded or a message before this one is missing.
 */
export function messageInConversations<Data extends Pages<ConversationView>>(
  data: Data,
  event: Omit<EventOf<'message'>, 'type'>,
): Data | null {
  const { message } = event;
  const conversation = findConversation(data, event.conversationId);
  if (!conversation) return null;
  if (message.seq <= conversation.lastSeq) return data;
  if (message.seq > conversation.lastSeq + 1) return null;
  const updated: ConversationView = {
    ...conversation,
    lastMessage: message.content,
    lastSenderId: message.senderId,
    lastMessageAt: message.createdAt,
    lastSeq: message.seq,
    unread: event.conversationUnread,
  };
  return placeItem(data, updated, ({ lastMessageAt }) => lastMessageAt);
}

/** Applies a read mark, of either person, to the list of conversations. */
export function readInConversations<Data extends Pages<ConversationView>>(
  data: Data,
  { conversationId, readerId, upToSeq, conversationUnread }: Omit<EventOf<'read'>, 'type'>,
  me: string,
): Data {
  return mapItems(data, (conversation: ConversationView) => {
    const isMine = readerId === me;
    const known = isMine ? conversation.readSeq : conversation.otherReadSeq;
    if (conversation.id !== conversationId || upToSeq <= known) return conversation;
    if (isMine) return { ...conversation, readSeq: upToSeq, unread: conversationUnread };
    // Read messages have arrived.
    const otherDeliveredSeq = Math.max(conversation.otherDeliveredSeq, upToSeq);
    return { ...conversation, otherReadSeq: upToSeq, otherDeliveredSeq };
  });
}

export function findConversation(
  data: Pages<ConversationView> | undefined,
  id: string,
): ConversationView | undefined {
  return itemsOf(data).find((item) => item.id === id);
}
