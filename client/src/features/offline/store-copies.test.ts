import { describe, expect, it } from 'vitest';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import { copiesOf } from './store-copies.ts';

const at = (seq: number) => new Date(Date.UTC(2026, 10, 1, 12, 0, seq)).toISOString();

/** Creates Ann's conversation with Ben, whose last message is number `lastSeq`, from Ben. */
function conversation(id: string, lastSeq: number): ConversationView {
  const ben = { id: 'ben', displayName: 'Ben', email: 'b•••@e•••.com' };
  const other = { ...ben, profileImageUrl: null, lastSeenAt: null, awayUntil: null };
  const last = lastSeq > 0 ? `Message ${lastSeq}` : null;
  return {
    ...{
      id,
      listingId: 'desk',
      listingTitle: 'Oak desk',
      listingImage: null,
      listingPrice: '25.00',
      availability: 'available',
      version: 1,
    },
    ...{
      listingGone: false,
      listingHidden: false,
      isSeller: false,
      otherParticipants: [other],
      readOnly: false,
    },
    ...{ lastMessage: last, lastSenderId: last && 'ben', lastMessageAt: at(lastSeq), lastSeq },
    ...{ readSeq: 0, otherReadSeq: 0, otherDeliveredSeq: 0, unread: 0, archived: false },
    ...{ isRequest: false, otherLinksAllowed: true },
  };
}

/**
 * Creates messages number `first` to `last`, newest first like the server. Ann wrote the odd ones.
 */
function history(first: number, last: number): MessageView[] {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const seq = last - index;
    const [senderId, receiverId] = seq % 2 ? ['ann', 'ben'] : ['ben', 'ann'];
    return {
      ...{
        id: String(seq),
        conversationId: 'one',
        seq,
        clientId: String(seq),
        senderId,
        receiverId,
      },
      ...{ senderEmail: '', receiverEmail: '', listingId: 'desk', listingTitle: 'Oak desk' },
      ...{ content: `Message ${seq}`, isRead: true, createdAt: at(seq), warning: null },
      ...{ kind: 'text' as const, data: null },
    };
  });
}

const nothing = { me: 'ann', historyOf: () => undefined, before: [] };

describe('the offline copy of the last conversations', () => {
  it('has the person, the listing, and the last message if no history is loaded', () => {
    const copies = copiesOf({ ...nothing, conversations: [conversation('one', 4)] });
    const message = { seq: 4, mine: false, content: 'Message 4', createdAt: at(4) };
    expect(copies).toEqual([
      { id: 'one', title: 'Oak desk', name: 'Ben', lastMessageAt: at(4), messages: [message] },
    ]);
  });

  it('has no message if nothing was written', () => {
    const [copy] = copiesOf({ ...nothing, conversations: [conversation('one', 0)] });
    expect(copy?.messages).toEqual([]);
  });

  it('has the newest 20 loaded messages, oldest first, and who wrote them', () => {
    const [copy] = copiesOf({
      ...nothing,
      conversations: [conversation('one', 30)],
      historyOf: () => history(1, 30),
    });
    expect(copy?.messages.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 11),
    );
    expect(copy?.messages.at(-2)?.mine).toBe(true);
    expect(copy?.messages.at(-1)?.mine).toBe(false);
  });

  it('extends the earlier copy by the newest message if the history is not loaded now', () => {
    const [before] = copiesOf({
      ...nothing,
      conversations: [conversation('one', 2)],
      historyOf: () => history(1, 2),
    });
    const again = (lastSeq: number) =>
      copiesOf({
        ...nothing,
        conversations: [conversation('one', lastSeq)],
        before: before ? [before] : [],
      })[0]?.messages.map(({ seq }) => seq);
    expect(again(2)).toEqual([1, 2]);
    expect(again(3)).toEqual([1, 2, 3]);
  });

  it('has the first 20 conversations', () => {
    const many = Array.from({ length: 25 }, (_, index) => conversation(String(index), 1));
    const copies = copiesOf({ ...nothing, conversations: many });
    expect(copies.map(({ id }) => id)).toEqual(many.slice(0, 20).map(({ id }) => id));
  });
});
