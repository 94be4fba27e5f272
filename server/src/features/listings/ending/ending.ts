import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import * as z from 'zod';
import type { Listings } from '@marketplace/db/types.generated';
import { renewalDays, undoEndingHours } from '@marketplace/shared/listings/constants';
import { regionDayText } from '@marketplace/shared/regions/region-day';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../errors.ts';
import { readSealed } from '../../../platform/secrets.ts';
import type { StoredEntry } from '../../../realtime/feed.ts';
import { lockDeals } from '../../deals/change-deal.ts';
import { endDealsWithEntries } from '../../deals/end-deals.ts';
import { lockOwnListing } from '../listings.ts';
import { newTerm } from './term.ts';

type EndingContext = Pick<AppContext, 'db' | 'hub' | 'secrets' | 'config'>;

const dayMs = 24 * 60 * 60 * 1000;

/** The columns that renewing or ending a listing changes, and that undoing restores. */
const termColumns = z.object({
  createdAt: z.coerce.date(),
  expiresAt: z.coerce.date().nullable(),
  dueAt: z.coerce.date().nullable(),
  notices: z.number(),
  renewedAt: z.coerce.date().nullable(),
  endedAt: z.coerce.date().nullable(),
  askedAt: z.coerce.date().nullable(),
});

/** An act that can be undone: when it was done, the columns it wrote, and all of them before it. */
const undoable = z.object({
  id: z.string(),
  sellerId: z.string(),
  at: z.number(),
  before: termColumns,
  after: termColumns.partial(),
});

type Change = Partial<z.output<typeof termColumns>>;
type OwnListing = Awaited<ReturnType<typeof lockOwnListing>>;

/**
 * Begins a new term for the seller's listing, which moves it to the top of lists, also after it has
 * ended. Returns the token that undoes it. Throws NOT_FOUND, FORBIDDEN for another user's listing,
 * and CONFLICT for a sold listing and within `renewalDays` of the last renewal.
 */
export async function renewListing(ctx: EndingContext, sellerId: string, id: string) {
  const token = await ctx.db.transaction().execute(async (trx) => {
    const listing = await lockOwnListing(trx, { id: sellerId }, id);
    if (listing.availability === 'sold') throw conflict('This is sold. Undo the sale to renew it.');
    const free = (listing.renewedAt?.getTime() ?? 0) + renewalDays * dayMs;
    if (free > Date.now()) {
      throw conflict(
        `You can renew a listing once in ${renewalDays} days. Renew this one from ${regionDayText(free)} on.`,
      );
    }
    const now = new Date();
    const ended = { endedAt: null, askedAt: null };
    const change = { ...newTerm(ctx.config, listing), ...ended, createdAt: now, renewedAt: now };
    return changeTerm({ ...ctx, db: trx }, listing, change);
  });
  ctx.hub.listings.changed([id]);
  return token;
}

/**
 * Ends the seller's listing and its deals. It leaves all lists, and its page answers 410. Returns
 * the token that undoes it, except for the deals. Throws NOT_FOUND, FORBIDDEN for another user's
 * listing, and CONFLICT for a listing that is sold or has ended.
 */
export async function endListing(ctx: EndingContext, sellerId: string, id: string) {
  const entries: StoredEntry[] = [];
  const token = await ctx.db.transaction().execute(async (trx) => {
    const listing = await lockOwnListing(trx, { id: sellerId }, id);
    if (listing.availability === 'sold') throw conflict('This is already sold.');
    if (listing.endedAt) throw conflict('This listing has already ended.');
    const deals = await lockDeals(trx, { listingId: listing.id, entries });
    if (deals) await endDealsWithEntries(deals, 'ended');
    const change = { endedAt: new Date(), askedAt: null };
    return changeTerm({ ...ctx, db: trx }, listing, change);
  });
  ctx.hub.deliver(entries);
  ctx.hub.listings.changed([id]);
  return token;
}

/**
 * Lets the seller's listing run out without more notices. Returns the token that undoes it. Throws
 * NOT_FOUND, and CONFLICT for a listing that is sold or has ended.
 */
export async function letListingEnd(ctx: EndingContext, sellerId: string, id: string) {
  return ctx.db.transaction().execute(async (trx) => {
    const listing = await lockOwnListing(trx, { id: sellerId }, id);
    if (listing.availability === 'sold') throw conflict('This is already sold.');
    if (listing.endedAt) throw conflict('This listing has already ended.');
    const change = { notices: 2, dueAt: listing.expiresAt };
    return changeTerm({ ...ctx, db: trx }, listing, change);
  });
}

/** Stores that the seller said the listing is still available. Returns null, because it is a fact. */
export async function confirmListing({ db }: EndingContext, sellerId: string, id: string) {
  return db.transaction().execute(async (trx) => {
    const listing = await lockOwnListing(trx, { id: sellerId }, id);
    if (listing.endedAt) throw conflict('This listing has already ended. Renew it instead.');
    const confirmed = { askedAt: null, confirmedAt: sql<Date>`now()` };
    await trx.updateTable('listings').set(confirmed).where('id', '=', listing.id).execute();
    return null;
  });
}

/**
 * Undoes the renewal or end of a token within `undoEndingHours`, if the listing is still as that
 * left it. Returns the listing's id. Works without signing in, since the token is secret. Throws
 * BAD_REQUEST for a changed token, NOT_FOUND, and CONFLICT when it is too late.
 */
export async function undoEnding(ctx: EndingContext, token: string): Promise<string> {
  const act = readSealed(ctx.secrets, token, undoable);
  if (!act) throw new AppError('BAD_REQUEST', "This can't be undone. The link may be incomplete.");
  if (Date.now() - act.at > undoEndingHours * 60 * 60 * 1000) {
    throw conflict(`This can only be undone within ${undoEndingHours} hours.`);
  }
  await ctx.db.transaction().execute(async (trx) => {
    const listing = await lockOwnListing(trx, { id: act.sellerId }, act.id);
    const now = termColumns.parse(listing);
    if (!isDeepStrictEqual({ ...now, ...act.after }, now)) {
      throw conflict('The listing has changed since then.');
    }
    await trx.updateTable('listings').set(act.before).where('id', '=', act.id).execute();
  });
  ctx.hub.listings.changed([act.id]);
  return act.id;
}

async function changeTerm(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  listing: OwnListing,
  after: Change,
): Promise<string> {
  const { id, sellerId } = listing;
  await db.updateTable('listings').set(after).where('id', '=', id).execute();
  const before = termColumns.parse(listing satisfies Selectable<Pick<Listings, keyof Change>>);
  const act = { id, sellerId, at: Date.now(), before, after };
  return secrets.seal(act satisfies z.output<typeof undoable>);
}

const conflict = (message: string) => new AppError('CONFLICT', message);
