import { categories, type Category, type Condition } from '@marketplace/shared/listings/constants';
import written from './content/listings.json' with { type: 'json' };
import people from './content/people.json' with { type: 'json' };
import { createRandom, demoId } from './random.ts';

/** A listing as it is written by hand, before it has a seller, a town and a date. */
type Draft = {
  title: string;
  category: Category;
  condition: Condition;
  /** Decimal string with two places. */
  price: string;
  /** How many pictures it has, 0 to 3. */
  pictures: number;
  text: string;
};

const drafts = written.members as Draft[];
const storeDrafts = written.store as Draft[];

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const FRESH_MINUTES = [4, 11, 27, 48, 95, 170, 260, 390, 560, 760, 1010, 1300];
const FEATURED = 14;
/** Every so many listings of free members one is sold and no longer shown. */
const INACTIVE_EVERY = 34;

type Seller = { id: string; username: string; membershipTier: 'free' | 'premium' };

type Offer = { draft: Draft; seller: Seller; town: string };

/** The drafts of one category, each with one of the sellers who sell that category in turn. */
function offersOf(category: Category, users: readonly Seller[]): Offer[] {
  const sellers = people.sellers.filter((seller) => seller.sells.includes(category));
  return drafts
    .filter((draft) => draft.category === category)
    .flatMap((draft, i) => {
      const chosen = sellers[i % sellers.length];
      const seller = users.find((user) => user.username === chosen?.username);
      const round = Math.floor(i / sellers.length);
      const town = chosen?.towns[(i + round) % 2];
      return seller && town ? [{ draft, seller, town }] : [];
    });
}

/** The official store's listings: the ones that offer checkout. */
function storeOffers(users: readonly Seller[]): Offer[] {
  const { username, town } = people.store;
  const seller = users.find((user) => user.username === username);
  return seller ? storeDrafts.map((draft) => ({ draft, seller, town })) : [];
}

/** Shuffled, with no two neighbors of one category: a page of new listings is a mixed page. */
function mixed(offers: readonly Offer[]): Offer[] {
  const random = createRandom(23);
  const rest = offers
    .map((offer) => ({ offer, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ offer }) => offer);
  const result: Offer[] = [];
  while (rest.length > 0) {
    const recent = result.slice(-2).map((offer) => offer.draft.category);
    const next = rest.findIndex((offer) => !recent.includes(offer.draft.category));
    result.push(...rest.splice(Math.max(0, next), 1));
  }
  return result;
}

/** The names of a listing's picture files, made of its title. */
function picturesOf({ title, pictures }: Draft): string[] {
  const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return Array.from({ length: pictures }, (_, i) => `${slug.replace(/^-|-$/g, '')}-${i + 1}`);
}

/** Age in milliseconds of the nth newest of `total`: a dozen within a day, the rest over 60 days. */
function ageOf(index: number, total: number): number {
  const minutes = FRESH_MINUTES[index];
  if (minutes !== undefined) return minutes * MINUTE;
  const share = (index - FRESH_MINUTES.length + 1) / (total - FRESH_MINUTES.length);
  const jitter = createRandom(index).between(0, 0.004);
  return Math.round(DAY + (share ** 1.25 + jitter) * 58.5 * DAY);
}

export type DemoListing = ReturnType<typeof demoListings>[number];

/** All demo listings, newest first. Each image has the name of its files, without width and extension. */
export function demoListings(now: Date, users: readonly Seller[]) {
  const members = categories.flatMap(({ value }) => offersOf(value, users));
  const offers = mixed([...members, ...storeOffers(users)]);
  let premium = 0;
  let imageCount = 0;
  return offers
    .map(({ draft, seller, town }, i) => {
      const eligible = seller.membershipTier === 'premium' && draft.pictures > 0;
      if (eligible) premium += 1;
      const isFeatured = eligible && premium % 4 === 2 && premium < FEATURED * 4;
      const sold = seller.membershipTier === 'free' && i % INACTIVE_EVERY === INACTIVE_EVERY - 1;
      return {
        id: demoId('listing', i + 1),
        sellerId: seller.id,
        title: draft.title,
        description: draft.text,
        price: draft.price,
        category: draft.category,
        condition: draft.condition,
        location: `${town}, NY`,
        draft,
        isActive: !sold,
        isFeatured,
        createdAt: new Date(now.getTime() - ageOf(i, offers.length)),
      };
    })
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .map(({ draft, ...listing }) => ({
      ...listing,
      images: picturesOf(draft).map((name) => ({ id: demoId('image', imageCount++), name })),
    }));
}
