import type { Category } from '@marketplace/shared/listings/constants';
import { accessories } from './content/accessories.ts';
import { automotive } from './content/automotive.ts';
import { books } from './content/books.ts';
import { clothing } from './content/clothing.ts';
import type { ListingDraft } from './content/draft.ts';
import { electronics } from './content/electronics.ts';
import { food } from './content/food.ts';
import { furniture } from './content/furniture.ts';
import { health } from './content/health.ts';
import { home } from './content/home.ts';
import { other } from './content/other.ts';
import { SELLERS, STORE } from './content/people.ts';
import { services } from './content/services.ts';
import { sports } from './content/sports.ts';
import { storeGoods } from './content/store.ts';
import { demoId } from './ids.ts';
import { seedForTone } from './pictures/draw-picture.ts';
import type { DemoPicture, PictureView } from './pictures/draw-picture.ts';
import { createRandom } from './pictures/random.ts';
import type { DemoListing, DemoUser } from './types.ts';

const DRAFTS: Record<Category, readonly ListingDraft[]> = {
  electronics,
  furniture,
  clothing,
  accessories,
  services,
  food,
  health,
  automotive,
  home,
  sports,
  books,
  other,
};

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const FRESH_MINUTES = [4, 11, 27, 48, 95, 170, 260, 390, 560, 760, 1010, 1300];
const FEATURED = 14;
/** Every so many listings of free members one is sold and no longer shown. */
const INACTIVE_EVERY = 34;

type Offer = { draft: ListingDraft; category: Category; seller: DemoUser; town: string };

/** The drafts of one category dealt out among the sellers who sell such things. */
function offersOf(category: Category, users: readonly DemoUser[]): Offer[] {
  const sellers = SELLERS.filter((seller) => seller.sells.includes(category));
  return DRAFTS[category].flatMap((draft, i) => {
    const chosen = sellers[i % sellers.length];
    const seller = users.find((user) => user.username === chosen?.username);
    if (!chosen || !seller) return [];
    const round = Math.floor(i / sellers.length);
    return [{ draft, category, seller, town: chosen.towns[(i + round) % 2] ?? chosen.towns[0] }];
  });
}

function storeOffers(users: readonly DemoUser[]): Offer[] {
  const seller = users.find((user) => user.username === STORE.username);
  if (!seller) return [];
  return storeGoods.map(({ category, draft }) => ({ draft, category, seller, town: STORE.town }));
}

/** Shuffled, with no two neighbours of one category: a page of new listings is a mixed page. */
function mixed(offers: readonly Offer[]): Offer[] {
  const random = createRandom(23);
  const rest = offers
    .map((offer) => ({ offer, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ offer }) => offer);
  const result: Offer[] = [];
  while (rest.length > 0) {
    const recent = result.slice(-2).map((offer) => offer.category);
    const next = rest.findIndex((offer) => !recent.includes(offer.category));
    result.push(...rest.splice(Math.max(0, next), 1));
  }
  return result;
}

function picturesOf(draft: ListingDraft, index: number): DemoPicture[] {
  if (!draft.picture) return [];
  const [subject, tone, count] = draft.picture;
  const views: PictureView[] = count === 2 ? [0, index % 2 === 0 ? 1 : 2] : [0, 1, 2];
  return views
    .slice(0, count)
    .map((view) => ({ subject, seed: seedForTone(tone, index * 7 + 3), view }));
}

/** Age in milliseconds of the nth newest of `total`: a dozen within a day, the rest over 60 days. */
function ageOf(index: number, total: number): number {
  const minutes = FRESH_MINUTES[index];
  if (minutes !== undefined) return minutes * MINUTE;
  const share = (index - FRESH_MINUTES.length + 1) / (total - FRESH_MINUTES.length);
  const jitter = createRandom(index).between(0, 0.004);
  return Math.round(DAY + (share ** 1.25 + jitter) * 58.5 * DAY);
}

/** All demo listings, newest first. */
export function demoListings(now: Date, users: readonly DemoUser[]): DemoListing[] {
  const categories = Object.keys(DRAFTS) as Category[];
  const offers = mixed([...categories.flatMap((c) => offersOf(c, users)), ...storeOffers(users)]);
  let premium = 0;
  return offers
    .map(({ draft, category, seller, town }, i) => {
      const eligible = seller.membershipTier === 'premium' && draft.picture !== undefined;
      if (eligible) premium += 1;
      const isFeatured = eligible && premium % 4 === 2 && premium < FEATURED * 4;
      const sold = seller.membershipTier === 'free' && i % INACTIVE_EVERY === INACTIVE_EVERY - 1;
      return {
        id: demoId('listing', i + 1),
        sellerId: seller.id,
        title: draft.title,
        description: draft.text,
        price: draft.price,
        category,
        condition: draft.condition,
        location: `${town}, NY`,
        images: picturesOf(draft, i),
        isActive: !sold,
        isFeatured,
        createdAt: new Date(now.getTime() - ageOf(i, offers.length)),
      };
    })
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}
