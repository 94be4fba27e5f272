import type { Selectable } from 'kysely';
import type { Messages } from '@marketplace/db/types.generated';
import { imagePath } from '@marketplace/shared/media/urls';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import { displayName, maskEmail, personName } from '@marketplace/shared/users/names';
import type { ConversationRow } from './conversations.ts';

/** A stored message. */
type MessageRow = Omit<Selectable<Messages>, 'conversationId'>;

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

/** What a message view needs of its conversation, as found by one of its people, `userId`. */
export type MessageContext = Pick<
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

/** A message of the conversation `row`; read once its receiver's position has reached it. */
export function viewMessage(
  row: MessageContext & Partial<Pick<ConversationRow, 'readSeq' | 'otherReadSeq'>>,
  message: MessageRow,
): MessageView {
  const mine = { id: row.userId, email: shownEmail(row.email, false), readSeq: row.readSeq };
  const other = {
    id: row.otherId,
    email: shownEmail(row.otherEmail, row.otherDeleted),
    readSeq: row.otherReadSeq,
  };
  const [sender, receiver] = message.senderId === row.userId ? [mine, other] : [other, mine];
  const seq = Number(message.seq);
  return {
    id: message.id,
    conversationId: row.id,
    seq,
    clientId: message.clientId,
    senderId: sender.id,
    receiverId: receiver.id,
    senderEmail: sender.email,
    receiverEmail: receiver.email,
    listingId: row.listingId,
    listingTitle: row.listingTitle,
    content: message.content,
    isRead: seq <= Number(receiver.readSeq ?? 0),
    createdAt: message.createdAt.toISOString(),
  };
}

function shownEmail(email: string, isDeleted: boolean): string {
  return isDeleted ? '' : maskEmail(email);
}
