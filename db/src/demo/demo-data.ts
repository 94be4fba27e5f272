import type { Category } from '@marketplace/shared/listings/constants';
import dialogues from './content/dialogues.json' with { type: 'json' };
import people from './content/people.json' with { type: 'json' };
import written from './content/reviews.json' with { type: 'json' };
import { type DemoListing, demoListings } from './listings.ts';
import { createRandom, demoId } from './random.ts';

/** Holds a folder for each stored width, with a WebP file for each picture. */
export const demoPictures = new URL('pictures/', import.meta.url);

/**
 * Everything that an empty marketplace is filled with for a first look: users, listings with the
 * names of their pictures, conversations and reviews. Pure; the same `now` gives equal data,
 * and ids do not depend on `now`.
 */
export function demoData(now: Date) {
  const users = demoUsers(now);
  const listings = demoListings(now, users);
  return {
    users,
    listings,
    conversations: demoConversations(now, users, listings),
    reviews: demoReviews(now, users, listings),
  };
}

export type DemoData = ReturnType<typeof demoData>;
type DemoUser = ReturnType<typeof demoUsers>[number];

/** A comment of null is a rating without words. */
type ReviewText = { rating: number; comment: string | null; reply?: string };

const COUNT = 90;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

function textsFor(category: Category): readonly ReviewText[] {
  if (category === 'food') return written.food;
  return category === 'services' ? written.services : written.goods;
}

/** Reviews of sellers by other members, each about another listing, newest listings left out. */
function demoReviews(now: Date, users: readonly DemoUser[], listings: readonly DemoListing[]) {
  const random = createRandom(37);
  const suitable = listings.filter(
    (listing) => now.getTime() - listing.createdAt.getTime() > 3 * DAY,
  );
  const step = suitable.length / COUNT;
  const used = new Map<readonly ReviewText[], number>();
  return Array.from({ length: COUNT }, (_, i) => suitable[Math.floor(i * step)]).flatMap(
    (listing, i) => {
      if (!listing) return [];
      const texts = textsFor(listing.category);
      const turn = used.get(texts) ?? 0;
      used.set(texts, turn + 1);
      const text = texts[turn % texts.length];
      const others = users.filter(
        (user) => user.id !== listing.sellerId && !user.isAdmin && !user.canUsePaypal,
      );
      const reviewer = random.pick(others);
      if (!text) return [];
      const span = now.getTime() - listing.createdAt.getTime();
      return [
        {
          id: demoId('review', i + 1),
          reviewerId: reviewer.id,
          sellerId: listing.sellerId,
          listingId: listing.id,
          rating: text.rating,
          comment: text.comment,
          reply: text.reply ?? null,
          createdAt: new Date(
            Math.round(listing.createdAt.getTime() + span * random.between(0.3, 0.95)),
          ),
        },
      ];
    },
  );
}

type Person = {
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  isAdmin?: boolean;
  membershipTier?: 'free' | 'premium';
  canUsePaypal?: boolean;
};

/** The admin, the official store, the sellers in the order they are written, then the buyers. */
function demoUsers(now: Date) {
  const random = createRandom(11);
  const two = (index: number) => String(index + 1).padStart(2, '0');
  const members: Person[] = [
    {
      email: 'admin@example.com',
      username: 'helpdesk',
      firstName: 'Robin',
      lastName: 'Ellsworth',
      isAdmin: true,
    },
    {
      email: 'store@example.com',
      ...people.store,
      membershipTier: 'premium',
      canUsePaypal: true,
    },
    ...people.sellers.map((seller, i) => ({
      ...seller,
      email: `seller${two(i)}@example.com`,
      membershipTier: seller.premium ? ('premium' as const) : ('free' as const),
    })),
    ...people.buyers.map((buyer, i) => ({ ...buyer, email: `buyer${two(i)}@example.org` })),
  ];
  return members.map(({ email, firstName, lastName, username, ...member }, i) => ({
    id: demoId('user', i + 1),
    email,
    firstName,
    lastName,
    username,
    isAdmin: member.isAdmin ?? false,
    membershipTier: member.membershipTier ?? ('free' as const),
    canUsePaypal: member.canUsePaypal ?? false,
    // Everybody joined before the oldest listing, which is 61 days old at most.
    createdAt: new Date(now.getTime() - Math.round((i < 2 ? 735 : random.between(64, 730)) * DAY)),
  }));
}

/** About the listing with that title; each line starts with who says it, 'b: ' (buyer) or 's: ' (seller). */
type Dialogue = { listing: string; lines: string[] };

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
) {
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
function demoConversations(
  now: Date,
  users: readonly DemoUser[],
  listings: readonly DemoListing[],
) {
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
