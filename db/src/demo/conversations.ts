import dialogues from './content/dialogues.json' with { type: 'json' };
import people from './content/people.json' with { type: 'json' };
import { createRandom, demoId } from './random.ts';
import type { DemoConversation, DemoListing, DemoMessage, DemoUser } from './types.ts';

/** About the listing with that title; each line starts with who says it, 'b: ' (buyer) or 's: ' (seller). */
type Dialogue = { listing: string; lines: string[] };

const MINUTE = 60_000;
/** The last word of every so many conversations has not been read yet. */
const UNREAD_EVERY = 3;
const MESSAGE_ID_SPACE = 100;

/** Times of a conversation's messages: after the listing appeared, in order, before now. */
function timesBetween(listing: DemoListing, now: Date, count: number): Date[] {
  const random = createRandom(listing.createdAt.getTime() % 100_000);
  const span = now.getTime() - listing.createdAt.getTime();
  const start = listing.createdAt.getTime() + span * random.between(0.1, 0.5);
  const gaps = Array.from(
    { length: count },
    () => random.between(2, 50) * MINUTE * (random.chance(0.25) ? 12 : 1),
  );
  const whole = gaps.reduce((sum, gap) => sum + gap, 0);
  const squeeze = Math.min(1, ((now.getTime() - start) * 0.9) / whole);
  let at = start;
  return gaps.map((gap) => {
    at += gap * squeeze;
    return new Date(Math.round(at));
  });
}

function messagesOf(
  dialogue: Dialogue,
  talk: { listing: DemoListing; buyerId: string; index: number; now: Date },
): DemoMessage[] {
  const times = timesBetween(talk.listing, talk.now, dialogue.lines.length);
  const senders = dialogue.lines.map((line) =>
    line.startsWith('b: ') ? talk.buyerId : talk.listing.sellerId,
  );
  const waiting = talk.index % UNREAD_EVERY === 1;
  const lastSender = senders.at(-1);
  const lastRead = waiting
    ? senders.findLastIndex((sender) => sender !== lastSender)
    : senders.length - 1;
  return dialogue.lines.map((line, i) => ({
    id: demoId('message', talk.index * MESSAGE_ID_SPACE + i + 1),
    senderId: senders[i] ?? talk.buyerId,
    content: line.slice(3),
    createdAt: times[i] ?? talk.now,
    isRead: i <= lastRead,
  }));
}

/** The written dialogues between the buyers and the sellers of the listings they name. */
export function demoConversations(
  now: Date,
  users: readonly DemoUser[],
  listings: readonly DemoListing[],
): DemoConversation[] {
  const buyers = users.filter((user) =>
    people.buyers.some((buyer) => buyer.username === user.username),
  );
  return dialogues.map((dialogue, index) => {
    const listing = listings.find((candidate) => candidate.title === dialogue.listing);
    const buyer = buyers[index % buyers.length];
    if (!listing || !buyer)
      throw new Error(`No listing or buyer for the dialogue about '${dialogue.listing}'`);
    return {
      id: demoId('conversation', index + 1),
      listingId: listing.id,
      buyerId: buyer.id,
      sellerId: listing.sellerId,
      messages: messagesOf(dialogue, { listing, buyerId: buyer.id, index, now }),
    };
  });
}
