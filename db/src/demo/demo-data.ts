import type { Category, Condition } from '@marketplace/shared/listings/constants';
import dialogues from './content/dialogues.json' with { type: 'json' };
import writtenListings from './content/listings.json' with { type: 'json' };
import people from './content/people.json' with { type: 'json' };
import writtenReviews from './content/reviews.json' with { type: 'json' };

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
type DemoListing = ReturnType<typeof demoListings>[number];

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const kinds = { user: 1, listing: 2, conversation: 3, message: 4, review: 5, image: 6 };

/** A stable UUID for the nth row of a kind, so that demo data can be found again. */
function demoId(kind: keyof typeof kinds, index: number): string {
  return `de300000-000${kinds[kind]}-4000-8000-${index.toString(16).padStart(12, '0')}`;
}

function ago(now: Date, ms: number): Date {
  return new Date(now.getTime() - Math.round(ms));
}

/** The user of a name that is written in the content. */
function userNamed(users: readonly DemoUser[], username: string): DemoUser {
  const user = users.find((one) => one.username === username);
  if (!user) throw new Error(`There is no demo user ${username}.`);
  return user;
}

interface Person {
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  premium?: boolean;
}

/** The admin, the official store, the sellers in the order they are written, then the buyers. */
function demoUsers(now: Date) {
  const two = (index: number) => String(index + 1).padStart(2, '0');
  const members: Person[] = [
    { ...people.admin, email: 'admin@example.com' },
    { ...people.store, email: 'store@example.com' },
    ...people.sellers.map((seller, i) => ({ ...seller, email: `seller${two(i)}@example.com` })),
    ...people.buyers.map((buyer, i) => ({ ...buyer, email: `buyer${two(i)}@example.org` })),
  ];
  return members.map(({ premium, ...member }, i) => ({
    ...member,
    id: demoId('user', i + 1),
    isAdmin: member.username === people.admin.username,
    membershipTier: premium ? ('premium' as const) : ('free' as const),
    canUsePaypal: member.username === people.store.username,
    // Everybody joined within two years, and before the oldest listing, which is 60 days old.
    createdAt: ago(now, (i < 2 ? 735 : 64 + ((i * 251) % 666)) * DAY),
  }));
}

/** A listing as written; a sold one is no longer shown. It has up to 3 pictures. */
interface WrittenListing {
  title: string;
  seller: string;
  town: string;
  category: Category;
  condition: Condition;
  /** Decimal string with two places. */
  price: string;
  pictures: number;
  featured?: boolean;
  sold?: boolean;
  text: string;
}

/** Of the newest listings; the others are spread over 60 days. */
const FRESH_MINUTES = [4, 11, 27, 48, 95, 170, 260, 390, 560, 760, 1010, 1300];

/** Age in milliseconds of the nth newest listing of `total`. */
function ageOf(index: number, total: number): number {
  const minutes = FRESH_MINUTES[index];
  if (minutes !== undefined) return minutes * MINUTE;
  const share = (index - FRESH_MINUTES.length + 1) / (total - FRESH_MINUTES.length);
  return DAY + share ** 1.25 * 58.5 * DAY;
}

/** The names of a listing's picture files, without width and extension, made of its title. */
function picturesOf({ title, pictures }: WrittenListing): string[] {
  const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return Array.from({ length: pictures }, (_, i) => `${slug.replace(/^-|-$/g, '')}-${i + 1}`);
}

/** All demo listings, newest first, as they are written. */
function demoListings(now: Date, users: readonly DemoUser[]) {
  let imageCount = 0;
  return (writtenListings as WrittenListing[]).map((written, i, { length }) => {
    const { seller, town, text, featured = false, sold = false, pictures: _, ...listing } = written;
    return {
      ...listing,
      id: demoId('listing', i + 1),
      sellerId: userNamed(users, seller).id,
      description: text,
      location: `${town}, NY`,
      isActive: !sold,
      isFeatured: featured,
      createdAt: ago(now, ageOf(i, length)),
      images: picturesOf(written).map((name) => ({ id: demoId('image', imageCount++), name })),
    };
  });
}

/** The listing of a title that is written in the content. */
function listingTitled(listings: readonly DemoListing[], title: string): DemoListing {
  const listing = listings.find((one) => one.title === title);
  if (!listing) throw new Error(`There is no demo listing '${title}'.`);
  return listing;
}

/** The last word of every so many conversations has not been read yet. */
const UNREAD_EVERY = 3;
const MESSAGE_ID_SPACE = 100;
const PAUSE = 23 * MINUTE;

/**
 * The written dialogues about listings, after these appeared. Each line starts with who says it:
 * 'b: ' (buyer) or 's: ' (seller).
 */
function demoConversations(
  now: Date,
  users: readonly DemoUser[],
  listings: readonly DemoListing[],
) {
  return dialogues.map(({ listing: title, buyer, lines }, index) => {
    const { id: listingId, sellerId, createdAt } = listingTitled(listings, title);
    const buyerId = userNamed(users, buyer).id;
    const age = now.getTime() - createdAt.getTime();
    const pause = Math.min(PAUSE, (age * 0.6) / lines.length);
    const senders = lines.map((line) => (line.startsWith('b: ') ? buyerId : sellerId));
    const lastRead =
      index % UNREAD_EVERY === 1
        ? senders.findLastIndex((sender) => sender !== senders.at(-1))
        : lines.length - 1;
    const messages = lines.map((line, i) => ({
      id: demoId('message', index * MESSAGE_ID_SPACE + i + 1),
      senderId: senders[i] ?? buyerId,
      content: line.slice(3),
      createdAt: ago(now, age * 0.7 - pause * (i + 1)),
      isRead: i <= lastRead,
    }));
    return { id: demoId('conversation', index + 1), listingId, buyerId, sellerId, messages };
  });
}

/** A comment of null is a rating without words. */
interface WrittenReview {
  listing: string;
  by: string;
  rating: number;
  comment: string | null;
  reply?: string;
}

/** Reviews of the sellers of listings, by other members. */
function demoReviews(now: Date, users: readonly DemoUser[], listings: readonly DemoListing[]) {
  return (writtenReviews as WrittenReview[]).map((written, i) => {
    const { id: listingId, sellerId, createdAt } = listingTitled(listings, written.listing);
    return {
      id: demoId('review', i + 1),
      reviewerId: userNamed(users, written.by).id,
      sellerId,
      listingId,
      rating: written.rating,
      comment: written.comment,
      reply: written.reply ?? null,
      createdAt: ago(now, (now.getTime() - createdAt.getTime()) * 0.4),
    };
  });
}
