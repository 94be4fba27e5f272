import type { ConversationView, FeedEvent, MessageView } from '@marketplace/shared/messaging/views';

interface Conversation {
  id: string;
  people: [string, string];
  messages: { senderId: string; content: string; at: string; clientId: string }[];
  readSeq: Map<string, number>;
}

/**
 * A minimal messaging server in memory. Tests compare old answers, after applying its events, with
 * fresh answers.
 */
export interface ModelServer {
  conversations: Map<string, Conversation>;
  /** Every event of a user so far; the first one has position 1. */
  feeds: Map<string, FeedEvent[]>;
  clock: number;
}

export function createModelServer(people: Record<string, [string, string]>): ModelServer {
  const conversations = new Map<string, Conversation>();
  for (const [id, pair] of Object.entries(people)) {
    conversations.set(id, { id, people: pair, messages: [], readSeq: new Map() });
  }
  return { conversations, feeds: new Map(), clock: Date.parse('2026-11-20T12:00:00Z') };
}

export function feedOf(server: ModelServer, user: string): FeedEvent[] {
  return server.feeds.get(user) ?? [];
}

export function send(
  server: ModelServer,
  message: { to: string; from: string; clientId?: string },
): MessageView {
  const conversation = conversationOf(server, message.to);
  server.clock += 1000;
  conversation.messages.push({
    senderId: message.from,
    content: `message ${server.clock}`,
    at: new Date(server.clock).toISOString(),
    clientId: message.clientId ?? `client ${server.clock}`,
  });
  const stored = viewMessage(conversation, conversation.messages.length);
  publish(server, conversation, {
    type: 'message',
    conversationId: conversation.id,
    message: stored,
    unread: 0,
    conversationUnread: 0,
  });
  return stored;
}

/**
 * Marks messages as read. `upToSeq` may exceed the newest message. A read mark never moves back.
 */
export function markRead(
  server: ModelServer,
  { id, readerId, upToSeq }: { id: string; readerId: string; upToSeq: number },
): void {
  const conversation = conversationOf(server, id);
  const seq = Math.min(upToSeq, conversation.messages.length);
  if (seq <= readSeqOf(conversation, readerId)) return;
  conversation.readSeq.set(readerId, seq);
  publish(server, conversation, {
    type: 'read',
    conversationId: id,
    readerId,
    upToSeq: seq,
    unread: 0,
    conversationUnread: 0,
  });
}

/** Returns a fresh answer of `messaging.unreadCount`. */
export function unreadOf(server: ModelServer, user: string): number {
  const own = [...server.conversations.values()].filter(({ people }) => people.includes(user));
  return own.reduce((sum, conversation) => sum + unreadIn(conversation, user), 0);
}

/** Returns a fresh answer of `messaging.history`, in one page. */
export function historyOf(server: ModelServer, id: string): MessageView[] {
  const conversation = conversationOf(server, id);
  return conversation.messages.map((_, n) => viewMessage(conversation, n + 1)).reverse();
}

/** Returns a fresh answer of `messaging.conversations`, in one page. */
export function conversationsOf(server: ModelServer, user: string): ConversationView[] {
  return [...server.conversations.values()]
    .filter(({ people, messages }) => people.includes(user) && messages.length > 0)
    .map((conversation) => viewConversation(conversation, user))
    .sort(
      (one, other) =>
        other.lastMessageAt.localeCompare(one.lastMessageAt) || other.id.localeCompare(one.id),
    );
}

export function conversationOf(server: ModelServer, id: string): Conversation {
  const found = server.conversations.get(id);
  if (!found) throw new Error(`There is no conversation ${id}.`);
  return found;
}

/** Appends the event to the feeds of both people, with each person's counters. */
function publish(
  server: ModelServer,
  conversation: Conversation,
  event: Extract<FeedEvent, { type: 'message' | 'read' }>,
): void {
  for (const user of conversation.people) {
    const counters = {
      unread: unreadOf(server, user),
      conversationUnread: unreadIn(conversation, user),
    };
    server.feeds.set(user, [...feedOf(server, user), { ...event, ...counters }]);
  }
}

function readSeqOf(conversation: Conversation, user: string): number {
  return conversation.readSeq.get(user) ?? 0;
}

function unreadIn(conversation: Conversation, user: string): number {
  const read = readSeqOf(conversation, user);
  return conversation.messages.slice(read).filter(({ senderId }) => senderId !== user).length;
}

function otherOf({ people: [one, two] }: Conversation, user: string): string {
  return user === one ? two : one;
}

function viewMessage(conversation: Conversation, seq: number): MessageView {
  const message = conversation.messages[seq - 1];
  if (!message) throw new Error(`There is no message ${seq}.`);
  const receiverId = otherOf(conversation, message.senderId);
  return {
    id: `${conversation.id} ${seq}`,
    conversationId: conversation.id,
    seq,
    clientId: message.clientId,
    senderId: message.senderId,
    receiverId,
    kind: 'text',
    data: null,
    senderEmail: 's•••@e•••.com',
    receiverEmail: 'r•••@e•••.com',
    listingId: 'listing',
    listingTitle: 'Oak desk',
    content: message.content,
    warning: null,
    isRead: seq <= readSeqOf(conversation, receiverId),
    createdAt: message.at,
  };
}

function viewConversation(conversation: Conversation, user: string): ConversationView {
  const last = conversation.messages.at(-1);
  const other = otherOf(conversation, user);
  return {
    id: conversation.id,
    listingId: 'listing',
    listingTitle: 'Oak desk',
    listingImage: null,
    listingPrice: '120.00',
    availability: 'available',
    version: 1,
    listingGone: false,
    listingHidden: false,
    isSeller: false,
    otherParticipants: [
      {
        id: other,
        email: 'o•••@e•••.com',
        displayName: other,
        profileImageUrl: null,
        lastSeenAt: null,
        awayUntil: null,
      },
    ],
    lastMessage: last?.content ?? null,
    lastSenderId: last?.senderId ?? null,
    lastMessageAt: last?.at ?? '',
    lastSeq: conversation.messages.length,
    readSeq: readSeqOf(conversation, user),
    otherReadSeq: readSeqOf(conversation, other),
    otherDeliveredSeq: readSeqOf(conversation, other),
    unread: unreadIn(conversation, user),
    readOnly: false,
    archived: false,
    isRequest: false,
    otherLinksAllowed: true,
  };
}
