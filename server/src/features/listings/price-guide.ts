import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { priceGuideInput } from '@marketplace/shared/listings/inputs';
import type { PriceGuideView } from '@marketplace/shared/listings/views';
import { isStopWord, wordsOf } from '@marketplace/shared/search/words';
import { withTimeLimit } from '../../platform/time-limit.ts';
import {
  type Candidates,
  estimateRows,
  fewRows,
  filterListings,
  matches,
  newestFirst,
} from './search/listings.search.ts';
import { termsOf, toTsquery } from './search/search-terms.ts';

/** The prices of fewer listings would say little. */
const fewestListings = 5;

/** How many listings are read: sold ones first, then those with the most words of the title. */
const mostListings = 100;

/** How many of the newest listings of a category are compared with a title of common words. */
const comparedByCommonWords = 2_000;

/** `shared` is how many words of the title the listing has. */
type Similar = { price: string; condition: string; isSold: boolean; shared: number };

/**
 * Returns the middle half of the prices of listings similar to the described one, without those of
 * `callerId`, or null if there are too few. If enough were sold, only those count. Then, as long as
 * enough remain, only those with the most words of the title, and of these, those in the condition.
 * Services get no guidance, because some prices are per hour and others per job.
 */
export async function findPriceGuide(
  db: Db,
  callerId: string | null,
  { title, category, condition }: output<typeof priceGuideInput>,
): Promise<PriceGuideView | null> {
  if (category === 'services' || wordsOf(title).every(isStopWord)) return null;
  const similar = await withTimeLimit(db, (trx) => {
    const offers = filterListings(trx, {
      category,
      kind: 'offer',
      minPrice: '0.01',
      postedWithin: 365,
      withInactive: true,
    }).where(sql<boolean>`readable and (visible or availability = 'sold')`);
    const byOthers = callerId ? offers.where('sellerId', '<>', callerId) : offers;
    return findSimilar(trx, byOthers, title);
  });
  const counted = ifEnough(similar, ({ isSold }) => isSold);
  const ranked = counted.map(({ shared }) => shared).toSorted((one, other) => other - one);
  const least = ranked[fewestListings - 1];
  if (least === undefined) return null;
  const closest = counted.filter(({ shared }) => shared >= least);
  const chosen = ifEnough(closest, (listing) => listing.condition === condition);
  const prices = chosen.map(({ price }) => Number(price)).sort((one, other) => one - other);
  return {
    low: quantile(prices, 0.25),
    high: quantile(prices, 0.75),
    count: prices.length,
    sold: chosen.every(({ isSold }) => isSold),
  };
}

/** Finds candidates with more than half of the words of a title, or their synonyms, in theirs. */
async function findSimilar(trx: Db, candidates: Candidates, title: string): Promise<Similar[]> {
  const words = termsOf(title).map((term) => toTsquery([term], { inTitle: true }));
  // Such a title also has one of any half of the words, which the index can find.
  const half = Math.ceil(words.length / 2);
  const halves = [words.slice(0, half), words.slice(-half)].map((one) => `(${one.join(' | ')})`);
  const hits = candidates.where(matches(halves.join(' & ')));
  const isRare = (await estimateRows(hits)) <= fewRows;
  const compared = isRare
    ? hits
    : candidates.orderBy(newestFirst).limit(sql.lit(comparedByCommonWords));
  const has = words.map((word) => sql`(${matches(word)})::int`);
  const shared = sql<number>`${sql.join(has, sql` + `)}`;
  const isSold = sql<boolean>`availability = 'sold'`;
  return trx
    .selectFrom(
      compared
        .select(['id', 'price', 'condition', 'availability', 'createdAt', 'search'])
        .as('listings'),
    )
    .select(['price', 'condition', isSold.as('isSold'), shared.as('shared')])
    .where(sql<boolean>`2 * (${shared}) > ${words.length}`)
    .orderBy(sql`${isSold} desc, ${shared} desc, ${newestFirst}`)
    .limit(mostListings)
    .execute();
}

/** Returns the listings that pass, or all of them if too few do. */
function ifEnough(listings: Similar[], passes: (listing: Similar) => boolean): Similar[] {
  const passing = listings.filter(passes);
  return passing.length < fewestListings ? listings : passing;
}

/** Returns the price that a share of the sorted prices is below, interpolated between two. */
function quantile(prices: number[], share: number): string {
  const place = share * (prices.length - 1);
  const [below = 0, above = below] = prices.slice(Math.floor(place));
  return (below + (above - below) * (place % 1)).toFixed(2);
}
