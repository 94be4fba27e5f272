import type { Category, Condition } from '@marketplace/shared/listings/constants';
import type { ReportReason } from '@marketplace/shared/moderation/constants';
import writtenDeals from './content/deals.json' with { type: 'json' };
import writtenDialogues from './content/dialogues.json' with { type: 'json' };
import writtenListings from './content/listings.json' with { type: 'json' };
import people from './content/people.json' with { type: 'json' };
import writtenReports from './content/reports.json' with { type: 'json' };
import writtenReviews from './content/reviews.json' with { type: 'json' };
import shortTalks from './content/short-talks.json' with { type: 'json' };
import spots from './content/spots.json' with { type: 'json' };

/** Contains a WebP file for each listing picture (1280 px wide) and each portrait. */
export const demoPictures = new URL('pictures/', import.meta.url);

/** Returns the content for an empty marketplace. Ids are stable, times relative to `now`. */
export function demoData(now: Date) {
  const users = demoUsers(now);
  const listings = demoListings(now, { users });
  const conversations = demoConversations(now, { users, listings });
  const deals = demoDeals(now, { users, listings, conversations });
  const reviews = demoReviews(now, { users, listings });
  const reports = demoReports(now, { users, listings, conversations, reviews });
  return { users, listings, conversations, deals, spots, reviews, reports };
}

export type DemoData = ReturnType<typeof demoData>;

interface Rows {
  users: ReturnType<typeof demoUsers>;
  listings: ReturnType<typeof demoListings>;
  conversations: ReturnType<typeof demoConversations>;
  reviews: ReturnType<typeof demoReviews>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const kinds = [
  'user',
  'listing',
  'conversation',
  'message',
  'review',
  'image',
  'portrait',
  'case',
] as const;

/** Returns a stable UUID for the nth row of a kind, so that demo data can be recognized later. */
function demoId(kind: (typeof kinds)[number], index: number): string {
  const start = `de300000-000${kinds.indexOf(kind) + 1}-4000-8000`;
  return `${start}-${index.toString(16).padStart(12, '0')}`;
}

function ago(now: Date, ms: number): Date {
  return new Date(now.getTime() - Math.round(ms));
}

/** Returns the row that the content refers to by `value`. Throws when there is none. */
function getBy<Row, Key extends keyof Row>(rows: readonly Row[], key: Key, value: Row[Key]): Row {
  const row = rows.find((one) => one[key] === value);
  if (!row) throw new Error(`The demo content refers to ${String(value)}, which does not exist.`);
  return row;
}

interface Person {
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  premium?: boolean;
  town?: string;
  portrait?: boolean;
}

/** Hours since the users were last seen. User n gets entry n, and the list repeats. */
const SEEN_HOURS = [0.1, 0.6, 2, 5, 11, 26, 50, 120];

/** Returns the admin, the official store, the sellers, then the buyers, as in the content. */
function demoUsers(now: Date) {
  const two = (index: number) => String(index + 1).padStart(2, '0');
  const members: Person[] = [
    { ...people.admin, email: 'admin@example.com' },
    { ...people.store, email: 'store@example.com' },
    ...people.sellers.map((seller, i) => ({ ...seller, email: `seller${two(i)}@example.com` })),
    ...people.buyers.map((buyer, i) => ({ ...buyer, email: `buyer${two(i)}@example.org` })),
  ];
  return members.map(({ premium, town, portrait, ...member }, i) => ({
    ...member,
    daysPresent: 9 + ((i * 17) % 40),
    town: town ? `${town}, NY` : null,
    /** The portrait's id. The file is named after the user. */
    portraitId: portrait ? demoId('portrait', i + 1) : null,
    lastSeenAt: ago(now, (SEEN_HOURS[i % SEEN_HOURS.length] ?? 0) * HOUR),
    id: demoId('user', i + 1),
    isAdmin: member.username === people.admin.username,
    membershipTier: premium ? ('premium' as const) : ('free' as const),
    canUsePaypal: member.username === people.store.username,
    // Every user joined within two years, and before the oldest listing, which is 60 days old.
    createdAt: ago(now, (i < 2 ? 735 : 64 + ((i * 251) % 666)) * DAY),
  }));
}

/** A listing in the content, with up to 3 pictures. `was` is the price before it was lowered. */
interface WrittenListing {
  title: string;
  seller: string;
  town: string;
  category: Category;
  condition: Condition;
  /** A decimal string with two decimals. */
  price: string;
  pictures: number;
  featured?: boolean;
  was?: string;
  text: string;
}

/** Ages of the newest listings. The other listings are spread over 60 days. */
const FRESH_MINUTES = [4, 11, 27, 48, 95, 170, 260, 390, 560, 760, 1010, 1300];

/** Returns the age in milliseconds of the nth newest listing of `total`. */
function ageOf(index: number, total: number): number {
  const minutes = FRESH_MINUTES[index];
  if (minutes !== undefined) return minutes * MINUTE;
  const share = (index - FRESH_MINUTES.length + 1) / (total - FRESH_MINUTES.length);
  return DAY + share ** 1.25 * 58.5 * DAY;
}

/** Returns the names of a listing's picture files, from its title, without width and extension. */
function picturesOf({ title, pictures }: WrittenListing): string[] {
  const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return Array.from({ length: pictures }, (_, i) => `${slug.replace(/^-|-$/g, '')}-${i + 1}`);
}

/** Returns all demo listings, newest first: the content lists them in that order. */
function demoListings(now: Date, { users }: Pick<Rows, 'users'>) {
  let imageCount = 0;
  return (writtenListings as WrittenListing[]).map((written, i, { length }) => {
    const { seller, town, text, featured = false, was = null, pictures: _, ...listing } = written;
    return {
      ...listing,
      id: demoId('listing', i + 1),
      sellerId: getBy(users, 'username', seller).id,
      description: text,
      location: `${town}, NY`,
      isFeatured: featured,
      previousPrice: was,
      createdAt: ago(now, ageOf(i, length)),
      images: picturesOf(written).map((name) => ({ id: demoId('image', imageCount++), name })),
    };
  });
}

/** A dialogue in the content. With `unread`, its last lines are unread. */
type WrittenDialogue = { listing: string; buyer: string; lines: string[]; unread?: boolean };

/** Minutes between messages. Dialogue n gets entry n, and the list repeats. */
const PAUSE_MINUTES = [23, 7, 41, 110];

/** Returns the written dialogues, and a short one before most reviews that lack one. */
function dialogues(): WrittenDialogue[] {
  const written: WrittenDialogue[] = writtenDialogues;
  const key = (listing: string, buyer: string) => `${listing} ${buyer}`;
  const known = new Set(written.map(({ listing, buyer }) => key(listing, buyer)));
  const short = writtenReviews
    .filter(({ listing, by }, i) => i % 3 < 2 && !known.has(key(listing, by)))
    .map(({ listing, by: buyer }, i) => {
      return { listing, buyer, lines: shortTalks[i % shortTalks.length] ?? [] };
    });
  return [...written, ...short];
}

/** Returns the conversations. A line begins with its sender: 'b: ' (buyer) or 's: ' (seller). */
function demoConversations(now: Date, { users, listings }: Pick<Rows, 'users' | 'listings'>) {
  return dialogues().map(({ listing: title, buyer, lines, unread }, index) => {
    const { id: listingId, sellerId, createdAt } = getBy(listings, 'title', title);
    const buyerId = getBy(users, 'username', buyer).id;
    const age = now.getTime() - createdAt.getTime();
    const usual = (PAUSE_MINUTES[index % PAUSE_MINUTES.length] ?? 0) * MINUTE;
    const pause = Math.min(usual, (age * 0.6) / lines.length);
    const senders = lines.map((line) => (line.startsWith('b: ') ? buyerId : sellerId));
    const lastRead = unread
      ? senders.findLastIndex((sender) => sender !== senders.at(-1))
      : lines.length - 1;
    const messages = lines.map((line, i) => ({
      id: demoId('message', index * 100 + i + 1),
      senderId: senders[i] ?? buyerId,
      content: line.slice(3),
      createdAt: ago(now, age * 0.7 - pause * (i + 1)),
      isRead: i <= lastRead,
    }));
    return { id: demoId('conversation', index + 1), listingId, buyerId, sellerId, messages };
  });
}

/** A reserved or sold listing. Without `buyer`, it was sold to someone outside the marketplace. */
type WrittenDeal = { listing: string; buyer?: string; state: 'reserved' | 'sold' };

/** Returns reservations, which end in two days, and sales, made halfway between posting and now. */
function demoDeals(now: Date, { users, listings, conversations }: Omit<Rows, 'reviews'>) {
  const deals = (writtenDeals as WrittenDeal[]).map(({ listing: title, buyer, state }) => {
    const { id: listingId, createdAt } = getBy(listings, 'title', title);
    const buyerId = buyer ? getBy(users, 'username', buyer).id : null;
    const talk = conversations.find(
      (one) => one.listingId === listingId && one.buyerId === buyerId,
    );
    if (buyer && !talk) throw new Error(`${buyer} has not written about '${title}'.`);
    return { state, listingId, talk, age: now.getTime() - createdAt.getTime() };
  });
  return {
    reservations: deals.flatMap(({ state, listingId, talk }) =>
      state === 'reserved' && talk
        ? { listingId, conversationId: talk.id, sellerId: talk.sellerId, until: ago(now, -2 * DAY) }
        : [],
    ),
    sales: deals.flatMap(({ state, listingId, talk, age }) =>
      state === 'sold'
        ? { listingId, conversationId: talk?.id ?? null, soldAt: ago(now, age * 0.5) }
        : [],
    ),
  };
}

/** A review in the content. With a comment of null, it is a rating without words. */
interface WrittenReview {
  listing: string;
  by: string;
  rating: number;
  comment: string | null;
  reply?: string;
}

function demoReviews(now: Date, { users, listings }: Pick<Rows, 'users' | 'listings'>) {
  return (writtenReviews as WrittenReview[]).map(({ listing, by, reply = null, ...review }, i) => {
    const { id: listingId, sellerId, createdAt } = getBy(listings, 'title', listing);
    return {
      ...{ ...review, reply, sellerId, listingId },
      id: demoId('review', i + 1),
      reviewerId: getBy(users, 'username', by).id,
      createdAt: ago(now, (now.getTime() - createdAt.getTime()) * 0.4),
    };
  });
}

/** The target of a report in the content. `line` counts from 1. */
interface Reported {
  listing?: string;
  user?: string;
  message?: { listing: string; buyer: string; line: number };
  review?: { listing: string; by: string };
}

interface WrittenReport {
  about: Reported;
  by: string;
  reason: ReportReason;
  comment: string | null;
  hoursAgo: number;
}

/** Returns open reports. Reports on the same target belong to one case. */
function demoReports(now: Date, rows: Rows) {
  const targets: string[] = [];
  return (writtenReports as WrittenReport[]).map(({ about, by, reason, comment, hoursAgo }) => {
    const target = findTarget(rows, about);
    if (!targets.includes(target.targetId)) targets.push(target.targetId);
    return {
      ...{ ...target, reason, comment },
      caseId: demoId('case', targets.indexOf(target.targetId) + 1),
      reporterId: getBy(rows.users, 'username', by).id,
      createdAt: ago(now, hoursAgo * HOUR),
    };
  });
}

function findTarget({ users, listings, conversations, reviews }: Rows, about: Reported) {
  const { listing, user, message, review } = about;
  if (listing) {
    return { targetType: 'listing' as const, targetId: getBy(listings, 'title', listing).id };
  }
  if (user) return { targetType: 'user' as const, targetId: getBy(users, 'username', user).id };
  const listingId = getBy(listings, 'title', message?.listing ?? review?.listing ?? '').id;
  const personId = getBy(users, 'username', message?.buyer ?? review?.by ?? '').id;
  const said = conversations.find((one) => one.listingId === listingId && one.buyerId === personId);
  const written = reviews.find((one) => one.listingId === listingId && one.reviewerId === personId);
  const targetId = message ? said?.messages[message.line - 1]?.id : written?.id;
  if (!targetId) throw new Error(`There is nothing to report by ${personId} on ${listingId}.`);
  return { targetType: message ? ('message' as const) : ('review' as const), targetId };
}
