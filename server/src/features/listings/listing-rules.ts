import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Listings } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import { priceGuideInput } from '@marketplace/shared/listings/inputs';
import { formatPrice } from '@marketplace/shared/money';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { strength, type Verdict, verdictOf } from '../screening/compile-rules.ts';
import { refusal, standingOf } from '../screening/screen-texts.ts';
import type { Screener } from '../screening/screener.ts';
import { readDetails } from './listings.view.ts';
import { findPriceGuide } from './price-guide.ts';

type ScreenContext = Pick<AppContext, 'db' | 'screener'>;

/** A listing as it will be stored. An existing one has its `id`. */
export interface ScreenedListing {
  id?: string;
  sellerId: string;
  title: string;
  description: string;
  details: Parameters<typeof readDetails>[0];
  price: string;
  category: string;
  imageIds: string[];
  /** What `findLowPrice` returned. */
  lowPrice: number;
}

/**
 * Returns the strictest verdict of the rules that a listing meets. Call it in the transaction that
 * stores the listing, with its seller or the listing locked, so that listings of one seller are
 * counted one by one. Throws BAD_REQUEST with the field and the passage if a rule refuses it.
 */
export async function screenListing(
  screener: Screener,
  trx: Db,
  listing: ScreenedListing,
): Promise<Verdict> {
  const { sellerId: userId, title, description } = listing;
  const standing = await standingOf(trx, userId);
  const details = Object.entries(readDetails(listing.details) ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  const verdicts: Verdict[] = [];
  for (const [field, text] of Object.entries({ title, description, details })) {
    const verdict = screener.screen({ kind: 'listing', userId, standing, text });
    if (verdict.action === 'refuse') throw refusal(field, verdict);
    verdicts.push(verdict);
  }
  verdicts.push(...(await screenHistory(screener, trx, { ...listing, standing })));
  return verdicts.reduce((one, other) =>
    strength[other.action] > strength[one.action] ? other : one,
  );
}

interface Edit {
  listing: Pick<Selectable<Listings>, 'id' | 'sellerId' | 'description' | 'category' | 'details'>;
  input: Pick<ScreenedListing, 'title' | 'price'> & {
    [field in 'description' | 'category' | 'details']?: ScreenedListing[field] | undefined;
  };
  /** The new images, if they change. */
  imageIds?: string[] | undefined;
  lowPrice?: number;
}

/** Screens a listing as it will be after an edit, like `screenListing`. */
export async function screenEdit(
  screener: Screener,
  trx: Db,
  { listing, input, imageIds, lowPrice = 0 }: Edit,
): Promise<Verdict> {
  const { id, sellerId } = listing;
  const { title, price, description = listing.description, category = listing.category } = input;
  const details = input.details === undefined ? listing.details : input.details;
  const images = trx.selectFrom('listingImages').select('imageId').where('listingId', '=', id);
  return screenListing(screener, trx, {
    ...{ id, sellerId, title, price, description, category, details, lowPrice },
    imageIds: imageIds ?? (await images.execute()).map(({ imageId }) => imageId),
  });
}

type WithStanding = ScreenedListing & { standing: number };

/** Returns the verdicts of the rules that compare a listing with others. */
async function screenHistory(
  screener: Screener,
  trx: Db,
  listing: WithStanding,
): Promise<Verdict[]> {
  const { standing, title, price } = listing;
  const verdicts: Verdict[] = [];
  const meet = (rule: Parameters<typeof verdictOf>[0], passage: string) => {
    screener.count(rule.id);
    const verdict = verdictOf(rule, passage);
    if (verdict.action === 'refuse')
      throw refusal(rule.type === 'price' ? 'price' : 'title', verdict);
    verdicts.push(verdict);
  };
  for (const rule of screener.listingRules('repeat', standing)) {
    if ((await countAlike(trx, listing)) >= rule.parameters.times) meet(rule, title);
  }
  for (const rule of screener.listingRules('flood', standing)) {
    const { times, hours } = rule.parameters;
    if ((await countRecent(trx, listing, hours)) >= times) meet(rule, title);
  }
  for (const rule of screener.listingRules('price', standing)) {
    const least = (listing.lowPrice * rule.parameters.percent) / 100;
    if (Number(price) > 0 && Number(price) < least) meet(rule, formatPrice(price));
  }
  for (const rule of screener.listingRules('picture', standing)) {
    if (await showsPictureOfOthers(trx, listing)) meet(rule, title);
  }
  return verdicts;
}

/** Shorter texts are alike by chance. */
const shortestText = 40;

/** Counts listings of the last 30 days with the same description, with this one. */
async function countAlike(trx: Db, { id, sellerId, description }: ScreenedListing) {
  if (description.length < shortestText) return 1;
  const isAlike = sql<boolean>`lower(description) = lower(${description})
    and created_at > now() - interval '30 days'`;
  return countOthers(trx, { id, sellerId }, isAlike);
}

/** Counts the listings of the last hours, with this one. */
function countRecent(trx: Db, { id, sellerId }: ScreenedListing, hours: number) {
  return countOthers(
    trx,
    { id, sellerId },
    sql<boolean>`created_at > now() - make_interval(hours => ${hours})`,
  );
}

async function countOthers(
  trx: Db,
  { id, sellerId }: { id: string | undefined; sellerId: string },
  condition: RawBuilder<boolean>,
): Promise<number> {
  let others = trx
    .selectFrom('listings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where((eb) => eb.and({ sellerId, deletedAt: null }))
    .where(condition);
  if (id) others = others.where('id', '<>', id);
  return 1 + (await others.executeTakeFirstOrThrow()).count;
}

interface Priced {
  id?: string;
  sellerId: string;
  title: string;
  price: string;
  kind?: string | undefined;
  category?: string | undefined;
  condition?: string | undefined;
}

/**
 * Returns the low end of what similar listings cost, or 0 if it is unknown or no rule needs it. Call
 * it before the transaction, because the search has a time limit and a connection for itself.
 */
export async function findLowPrice(
  { db, screener }: ScreenContext,
  { id, ...listing }: Priced,
): Promise<number> {
  const { sellerId, title } = listing;
  if (Number(listing.price) === 0) return 0;
  const rules = screener.listingRules('price', await standingOf(db, sellerId));
  if (rules.length === 0) return 0;
  const stored = id && isId(id) ? await findStored(db, id) : undefined;
  const kind = listing.kind ?? stored?.kind;
  const category = listing.category ?? stored?.category;
  const condition = listing.condition ?? stored?.condition;
  const { data } = priceGuideInput.safeParse({ title, category, condition });
  if (kind !== 'offer' || !data) return 0;
  try {
    return Number((await findPriceGuide(db, sellerId, data))?.low ?? 0);
  } catch (error) {
    // A search that takes too long must not keep anyone from posting.
    if (error instanceof AppError) return 0;
    throw error;
  }
}

function findStored(db: Db, id: string) {
  const listing = db.selectFrom('listings').select(['kind', 'category', 'condition']);
  return listing.where('id', '=', id).executeTakeFirst();
}

/** How many of the newest listings of a category are compared by picture. */
const comparedListings = 5_000;
/** Two pictures look the same if at most this many of the 64 bits differ. */
const alikeBits = 6;
/** A plain picture has few edges, so it looks like every other plain one. */
const fewestBits = 10;

/** Returns true if another seller's visible listing of the category has nearly the same picture. */
async function showsPictureOfOthers(trx: Db, listing: ScreenedListing): Promise<boolean> {
  const { imageIds, category, sellerId } = listing;
  if (imageIds.length === 0) return false;
  const { rows } = await sql`
    with own as materialized (
      select look from images
      where id = any(${imageIds}::uuid[])
        and bit_count(look::bit(64)) between ${fewestBits} and ${64 - fewestBits}
    )
    select from (
      select id, seller_id from listings
      where category = ${category} and deleted_at is null and visible
      order by created_at desc, id desc limit ${sql.lit(comparedListings)}
    ) l
    join listing_images li on li.listing_id = l.id
    join images i on i.id = li.image_id
    join own on bit_count((own.look # i.look)::bit(64)) <= ${alikeBits}
    where l.seller_id <> ${sellerId}
    limit 1`.execute(trx);
  return rows.length > 0;
}
