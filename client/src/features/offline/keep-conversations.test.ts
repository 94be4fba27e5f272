import { describe, expect, it } from 'vitest';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import { toKeep } from './keep-conversations.ts';

const at = (seq: number) => new Date(Date.UTC(2026, 10, 1, 12, 0, seq)).toISOString();

/** A conversation of ann with ben, whose last message is number `lastSeq`, from ben. */
function conversation(id: string, lastSeq: number): ConversationView {
  const ben = { id: 'ben', displayName: 'Ben', email: 'b•••@e•••.com' };
  const other = { ...ben, profileImageUrl: null, lastSeenAt: null };
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
  };
}

/** Messages from number `first` to `last`, newest first as the server gives them; odd ones are ann's. */
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
      ...{ content: `Message ${seq}`, isRead: true, createdAt: at(seq) },
      ...{ kind: 'text' as const, data: null },
    };
  });
}

const nothing = { me: 'ann', historyOf: () => undefined, before: [] };

describe('what is kept of the last conversations', () => {
  it('is who, about what, and the last message where none is loaded', () => {
    const kept = toKeep({ ...nothing, conversations: [conversation('one', 4)] });
    const message = { seq: 4, mine: false, content: 'Message 4', createdAt: at(4) };
    expect(kept).toEqual([
      { id: 'one', title: 'Oak desk', name: 'Ben', lastMessageAt: at(4), messages: [message] },
    ]);
  });

  it('is no message where nothing was said', () => {
    const [kept] = toKeep({ ...nothing, conversations: [conversation('one', 0)] });
    expect(kept?.messages).toEqual([]);
  });

  it('is the newest 20 of the loaded messages, oldest first, and whose they are', () => {
    const [kept] = toKeep({
      ...nothing,
      conversations: [conversation('one', 30)],
      historyOf: () => history(1, 30),
    });
    expect(kept?.messages.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 11),
    );
    expect(kept?.messages.at(-2)?.mine).toBe(true);
    expect(kept?.messages.at(-1)?.mine).toBe(false);
  });

  it('is what was kept before, where the conversation is not loaded now, with the newest message', () => {
    const [before] = toKeep({
      ...nothing,
      conversations: [conversation('one', 2)],
      historyOf: () => history(1, 2),
    });
    const again = (lastSeq: number) =>
      toKeep({
        ...nothing,
        conversations: [conversation('one', lastSeq)],
        before: before ? [before] : [],
      })[0]?.messages.map(({ seq }) => seq);
    expect(again(2)).toEqual([1, 2]);
    expect(again(3)).toEqual([1, 2, 3]);
  });

  it('is the first 20 conversations', () => {
    const many = Array.from({ length: 25 }, (_, index) => conversation(String(index), 1));
    const kept = toKeep({ ...nothing, conversations: many });
    expect(kept.map(({ id }) => id)).toEqual(many.slice(0, 20).map(({ id }) => id));
  });
});
