import * as z from 'zod';
import { availability } from '../listings/views.ts';
import { notificationView } from '../notifications/views.ts';
import { pageOf } from '../pagination.ts';
import { messageWarnings } from './constants.ts';
import { withTimelineEntry } from './timeline.ts';

/**
 * A conversation as one of its two people sees it. `listingGone`: it can no longer be opened, but
 * its title stays. `listingHidden`: it is the caller's, and hidden from others. `isSeller`: the
 * listing is the caller's. `readOnly`: the other person's account is deleted. `otherDeliveredSeq`:
 * messages up to here have reached a page of the other person. `isRequest`: a new account wrote
 * first, and the caller has neither accepted nor answered. `otherLinksAllowed`: web addresses in the
 * other person's messages may be links.
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
  /** The other person. `email` is masked. `lastSeenAt` is null if they hide it. */
  otherParticipants: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      displayName: z.string(),
      profileImageUrl: z.string().nullable(),
      lastSeenAt: z.iso.datetime().nullable(),
      awayUntil: z.iso.date().nullable(),
    }),
  ),
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
  isRequest: z.boolean(),
  otherLinksAllowed: z.boolean(),
});

/**
 * `seq` grows by one per conversation, without gaps. Email addresses are masked. `kind` and `data`
 * say what happened, and `content` says it as a sentence. `warning` is what its reader should beware
 * of. The sender does not see it.
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
  warning: z.enum(messageWarnings).nullable(),
  isRead: z.boolean(),
  createdAt: z.iso.datetime(),
});

/** `total`, on the first page only, counts all conversations of the list. */
export const conversationPage = pageOf(conversationView).extend({ total: z.number().optional() });

/** `snippet` is the match in the newest message that has one; null if a name or title matches. */
export const foundConversationPage = pageOf(
  conversationView.extend({ snippet: z.string().nullable() }),
);
/** True if the conversation is now archived. */
export const archiveView = z.object({ archived: z.boolean() });

/** A day on which an admin read a conversation, because of a report or to check something. */
const conversationReading = z.object({ day: z.iso.date(), because: z.enum(['report', 'check']) });

/** `readings`, on the first page only, are the days on which admins read the conversation. */
export const messagePage = pageOf(messageView).extend({
  readings: z.array(conversationReading).optional(),
});
export type ConversationReading = z.output<typeof conversationReading>;

export const unreadCountView = z.object({ count: z.number() });

/**
 * Counts are the receiver's totals: `unread` over all, `conversationUnread` in this one. `isRequest`
 * is absent from events that an older server stored.
 */
export const feedEventView = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    conversationId: z.string(),
    message: messageView,
    unread: z.number(),
    conversationUnread: z.number(),
    isRequest: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('read'),
    conversationId: z.string(),
    readerId: z.string(),
    upToSeq: z.number(),
    unread: z.number(),
    conversationUnread: z.number(),
  }),
  /** Another change, such as a block or the archive. Clients refetch the conversation. */
  z.object({ type: z.literal('conversation'), conversationId: z.string(), unread: z.number() }),
  z.object({ type: z.literal('unread'), count: z.number() }),
  /** A new or changed notification; null if some were read. */
  z.object({
    type: z.literal('notification'),
    notification: notificationView.nullable(),
    unreadNotifications: z.number(),
  }),
  z.object({ type: z.literal('reset') }),
]);

/** The events of `messaging.presence`. None of them is stored. Times are ISO strings. */
export const presenceEventView = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('typing'),
    conversationId: z.string(),
    userId: z.string(),
    until: z.iso.datetime(),
  }),
  z.object({ type: z.literal('online'), userId: z.string(), since: z.iso.datetime().nullable() }),
  /** Messages to `userId` up to `upToSeq` have reached a page of theirs. */
  z.object({
    type: z.literal('delivered'),
    conversationId: z.string(),
    userId: z.string(),
    upToSeq: z.number(),
  }),
]);

/** True if the caller now blocks the person. */
export const blockView = z.object({ blocked: z.boolean() });

/** The people whom the caller blocks, newest first. A deleted account is 'Deleted user'. */
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
