import * as z from 'zod';
import { pageOf } from '../pagination.ts';

/** Another person in a conversation. `email` is masked: addresses are whole for admins only. */
export const participantView = z.object({
  id: z.string(),
  email: z.string(),
  displayName: z.string(),
  profileImageUrl: z.string().nullable(),
});

/**
 * A conversation as one of its two people sees it. `listingGone`: the listing cannot be opened any
 * more; its title is kept. `readOnly`: the other person has left, so nothing more can be sent.
 */
export const conversationView = z.object({
  id: z.string(),
  listingId: z.string(),
  listingTitle: z.string(),
  listingImage: z.string().nullable(),
  listingGone: z.boolean(),
  otherParticipants: z.array(participantView),
  lastMessage: z.string().nullable(),
  lastSenderId: z.string().nullable(),
  lastMessageAt: z.iso.datetime(),
  lastSeq: z.number(),
  readSeq: z.number(),
  otherReadSeq: z.number(),
  unread: z.number(),
  readOnly: z.boolean(),
});

/** `seq` grows by one per conversation, without gaps. Addresses are masked. */
export const messageView = z.object({
  id: z.string(),
  conversationId: z.string(),
  seq: z.number(),
  clientId: z.string(),
  senderId: z.string(),
  receiverId: z.string(),
  senderEmail: z.string(),
  receiverEmail: z.string(),
  listingId: z.string(),
  listingTitle: z.string(),
  content: z.string(),
  isRead: z.boolean(),
  createdAt: z.iso.datetime(),
});

export const conversationPage = pageOf(conversationView);
export const messagePage = pageOf(messageView);
export const unreadCountView = z.object({ count: z.number() });

/**
 * What `messaging.events` yields. Numbers are absolute, never differences: `unread` is the total
 * over all conversations, `conversationUnread` that of this one, of the user who gets the event.
 */
export const feedEventView = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    conversationId: z.string(),
    message: messageView,
    unread: z.number(),
    conversationUnread: z.number(),
  }),
  z.object({
    type: z.literal('read'),
    conversationId: z.string(),
    readerId: z.string(),
    upToSeq: z.number(),
    unread: z.number(),
    conversationUnread: z.number(),
  }),
  z.object({ type: z.literal('unread'), count: z.number() }),
  z.object({ type: z.literal('notification'), notification: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.literal('reset') }),
]);

/** What `messaging.presence` yields: nothing of it is stored. Times are ISO strings. */
export const presenceEventView = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('typing'),
    conversationId: z.string(),
    userId: z.string(),
    until: z.iso.datetime(),
  }),
  z.object({
    type: z.literal('online'),
    userId: z.string(),
    since: z.iso.datetime().nullable(),
  }),
]);

export type ConversationView = z.output<typeof conversationView>;
export type MessageView = z.output<typeof messageView>;
export type FeedEvent = z.output<typeof feedEventView>;
export type PresenceEvent = z.output<typeof presenceEventView>;
