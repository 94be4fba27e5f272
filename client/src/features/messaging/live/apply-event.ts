import type { FeedEvent, ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import { itemsOf, mapItems, type Pages, placeItem } from '../../../api/pages.ts';

export type EventOf<Type extends FeedEvent['type']> = Extract<FeedEvent, { type: Type }>;

/** The way to treat an event. `gap` means that an earlier event never arrived. */
type FeedStep = 'apply' | 'drop' | 'gap';

/**
 * Decides whether to apply an event after the one at position `last`. Positions grow by one per
 * stored event. `unread` and `reset` are not stored and repeat the current position.
 */
export function feedStep(last: number | null, position: number, type: FeedEvent['type']): FeedStep {
  if (last === null || type === 'unread' || type === 'reset') return 'apply';
  if (position <= last) return 'drop';
  return position === last + 1 ? 'apply' : 'gap';
}

/** Adds a message to the history unless it is there. Null means an earlier message is missing. */
export function addToHistory(
  data: Pages<MessageView>,
  message: MessageView,
): Pages<MessageView> | null {
  const [first, ...older] = data.pages;
  if (!first) return null;
  const known = first.items[0]?.seq ?? 0;
  if (message.seq <= known) return data;
  if (message.seq > known + 1) return null;
  const newest = { ...first, items: [message, ...first.items] };
  return { ...data, pages: [newest, ...older] };
}

/** Marks the messages up to `upToSeq` that `readerId` received as read. */
export function readInHistory(
  data: Pages<MessageView>,
  { readerId, upToSeq }: EventOf<'read'>,
): Pages<MessageView> {
  return mapItems(data, (message) => {
    const isRead = message.receiverId === readerId && message.seq <= upToSeq;
    return isRead && !message.isRead ? { ...message, isRead } : message;
  });
}

/** Applies a message to the list. Null means its conversation or an earlier message is missing. */
export function messageInConversations(
  data: Pages<ConversationView>,
  { conversationId, message, conversationUnread }: EventOf<'message'>,
): Pages<ConversationView> | null {
  const conversation = findConversation(data, conversationId);
  if (!conversation) return null;
  if (message.seq <= conversation.lastSeq) return data;
  if (message.seq > conversation.lastSeq + 1) return null;
  const updated = {
    ...conversation,
    lastMessage: message.content,
    lastSenderId: message.senderId,
    lastMessageAt: message.createdAt,
    lastSeq: message.seq,
    unread: conversationUnread,
  };
  return placeItem(data, updated, ({ lastMessageAt }) => lastMessageAt);
}

/** Applies a read mark of either person to the list of conversations. */
export function readInConversations(
  data: Pages<ConversationView>,
  { conversationId, readerId, upToSeq, conversationUnread }: EventOf<'read'>,
  me: string,
): Pages<ConversationView> {
  return mapItems(data, (conversation) => {
    const isMine = readerId === me;
    const known = isMine ? conversation.readSeq : conversation.otherReadSeq;
    if (conversation.id !== conversationId || upToSeq <= known) return conversation;
    if (isMine) return { ...conversation, readSeq: upToSeq, unread: conversationUnread };
    // A message that was read was also delivered.
    const otherDeliveredSeq = Math.max(conversation.otherDeliveredSeq, upToSeq);
    return { ...conversation, otherReadSeq: upToSeq, otherDeliveredSeq };
  });
}

/** Returns the list without this conversation, or the same list if it does not contain it. */
export function withoutConversation(
  data: Pages<ConversationView>,
  id: string,
): Pages<ConversationView> {
  if (!findConversation(data, id)) return data;
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => item.id !== id),
  }));
  return { ...data, pages };
}

export function findConversation(
  data: Pages<ConversationView> | undefined,
  id: string,
): ConversationView | undefined {
  return itemsOf(data).find((item) => item.id === id);
}
