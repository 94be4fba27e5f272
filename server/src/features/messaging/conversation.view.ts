import { imagePath } from '@marketplace/shared/media/urls';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import { displayName, maskEmail, personName } from '@marketplace/shared/users/names';
import type { ConversationRow, MessageRow } from './conversations.ts';

/** A conversation as `row.userId` sees it. */
export function viewConversation(row: ConversationRow): ConversationView {
  return {
    id: row.id,
    listingId: row.listingId,
    listingTitle: row.listingTitle,
    listingImage: row.listingImageId && imagePath(row.listingImageId, 320),
    listingPrice: row.listingPrice,
    listingGone: row.listingGone,
    listingHidden: row.listingHidden,
    otherParticipants: [
      {
        id: row.otherId,
        email: shownEmail(row.otherEmail, row.otherDeleted),
        displayName: row.otherDeleted
          ? personName(null)
          : displayName({
              firstName: row.otherFirstName,
              lastName: row.otherLastName,
              username: row.otherUsername,
            }),
        profileImageUrl: row.otherAvatarId && imagePath(row.otherAvatarId, 320),
        lastSeenAt: row.otherDeleted ? null : (row.otherLastSeenAt?.toISOString() ?? null),
      },
    ],
    lastMessage: row.lastMessage,
    lastSenderId: row.lastSenderId,
    lastMessageAt: row.lastMessageAt.toISOString(),
    lastSeq: Number(row.lastSeq),
    readSeq: Number(row.readSeq),
    otherReadSeq: Number(row.otherReadSeq),
    otherDeliveredSeq: Math.max(Number(row.otherDeliveredSeq), Number(row.otherReadSeq)),
    unread: row.unread,
    readOnly: row.otherLeft,
  };
}

/** A message of the conversation `row`; the receiver has read it when their position is past it. */
export function viewMessage(row: ConversationRow, message: MessageRow): MessageView {
  const seq = Number(message.seq);
  const isMine = message.senderId === row.userId;
  return {
    ...messageFrame(row, message.senderId),
    id: message.id,
    seq,
    clientId: message.clientId,
    content: message.content,
    isRead: seq <= Number(isMine ? row.otherReadSeq : row.readSeq),
    createdAt: message.createdAt.toISOString(),
  };
}

/** The people and the listing of a conversation, as one of them, `userId`, finds it. */
export type MessageFrame = Pick<
  ConversationRow,
  | 'id'
  | 'listingId'
  | 'listingTitle'
  | 'userId'
  | 'email'
  | 'otherId'
  | 'otherEmail'
  | 'otherDeleted'
>;

/** What all messages of one sender in a conversation have in common. */
export function messageFrame(row: MessageFrame, senderId: string) {
  const mine = { id: row.userId, email: shownEmail(row.email, false) };
  const other = { id: row.otherId, email: shownEmail(row.otherEmail, row.otherDeleted) };
  const [sender, receiver] = senderId === row.userId ? [mine, other] : [other, mine];
  return {
    conversationId: row.id,
    senderId: sender.id,
    receiverId: receiver.id,
    senderEmail: sender.email,
    receiverEmail: receiver.email,
    listingId: row.listingId,
    listingTitle: row.listingTitle,
  };
}

function shownEmail(email: string, isDeleted: boolean): string {
  return isDeleted ? '' : maskEmail(email);
}
