import * as z from 'zod';
import { availability } from '../listings/views.ts';
import { notificationView } from '../notifications/views.ts';
import { pageOf } from '../pagination.ts';
import { withTimelineEntry } from './timeline.ts';

/**
 * Another person in a conversation. `email` is masked: addresses are whole for admins only.
 * `lastSeenAt`: when they were last online; null where they do not let others see it.
 */
export const participantView = z.object({
  id: z.string(),
  email: z.string(),
  displayName: z.string(),
  profileImageUrl: z.string().nullable(),
  lastSeenAt: z.iso.datetime().nullable(),
});

/**
 * A conversation as one of its two people sees it. `listingGone`: the listing cannot be opened any
 * more; its title is kept. `availability` and `version` are the listing's. `listingHidden`: it is one's
 * own, and others cannot see it. `isSeller`: the listing is the caller's, so the other person is the
 * buyer. `readOnly`: the other person has left, so nothing more can be sent. `otherDeliveredSeq`: up to
 * here messages have reached a page of the other person. `archived`: the caller has put it away.
 */
export const conversationView = z.object({
  id: z.string(),
  listingId: z.string(),
  listingTitle: z.string(),
  listingImage: z.string().nullable(),
  listingPrice: z.string(),
  availability,
  version: z.number(),
  listingGone: z.boolean(),
  listingHidden: z.boolean(),
  isSeller: z.boolean(),
  otherParticipants: z.array(participantView),
  lastMessage: z.string().nullable(),
  lastSenderId: z.string().nullable(),
  lastMessageAt: z.iso.datetime(),
  lastSeq: z.number(),
  readSeq: z.number(),
  otherReadSeq: z.number(),
  otherDeliveredSeq: z.number(),
  unread: z.number(),
  readOnly: z.boolean(),
  archived: z.boolean(),
});

/**
 * `seq` grows by one per conversation, without gaps. Addresses are masked. `kind` and `data` say what
 * happened; `content` always says it as a plain sentence too.
 */
export const messageView = withTimelineEntry({
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

/** `total`, on the first page, counts all conversations of the list. */
export const conversationPage = pageOf(conversationView).extend({ total: z.number().optional() });

/** `snippet`: what was found, in the newest message that has it; null where a name or title has it. */
export const foundConversationPage = pageOf(
  conversationView.extend({ snippet: z.string().nullable() }),
);
/** Whether the conversation is archived from now on. */
export const archiveView = z.object({ archived: z.boolean() });
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
  /** Something else about it has changed, such as a block or the archive: to be fetched again. */
  z.object({ type: z.literal('conversation'), conversationId: z.string(), unread: z.number() }),
  z.object({ type: z.literal('unread'), count: z.number() }),
  /** A notification, new or changed; null: some were read. */
  z.object({
    type: z.literal('notification'),
    notification: notificationView.nullable(),
    unreadNotifications: z.number(),
  }),
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
  /** What `userId` was sent up to `upToSeq` has reached a page of theirs. */
  z.object({
    type: z.literal('delivered'),
    conversationId: z.string(),
    userId: z.string(),
    upToSeq: z.number(),
  }),
]);

/** Whether the caller blocks that person from now on. */
export const blockView = z.object({ blocked: z.boolean() });

/** The people whom the caller blocks, newest first. Someone who has left is 'Deleted user'. */
export const blockedPeopleView = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      displayName: z.string(),
      profileImageUrl: z.string().nullable(),
      blockedAt: z.iso.datetime(),
    }),
  ),
});

export type FoundConversation = z.output<typeof foundConversationPage>['items'][number];
export type ConversationView = z.output<typeof conversationView>;
export type MessageView = z.output<typeof messageView>;
export type FeedEvent = z.output<typeof feedEventView>;
export type PresenceEvent = z.output<typeof presenceEventView>;
export type BlockedPeopleView = z.output<typeof blockedPeopleView>;
