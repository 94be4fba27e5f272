import * as z from 'zod';
import type { listingLinkAct, listingLinkView } from '@marketplace/shared/listings/views';
import { regionDayText } from '@marketplace/shared/regions/region-day';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../errors.ts';
import { readSealed } from '../../../platform/secrets.ts';
import { markSold, undoSold } from '../../deals/sales.ts';
import { assertUserNotSuspended } from '../../users/users.ts';
import { loweredPrice, undoLowering } from '../lower-price.ts';
import { confirmListing, endListing, letListingEnd, renewListing, undoEnding } from './ending.ts';

type LinkContext = Pick<AppContext, 'db' | 'hub' | 'secrets' | 'config'>;

/** The act of a link in an email to a seller. */
export type LinkAct = z.output<typeof listingLinkAct>;

const link = z.object({
  act: z.enum(['renew', 'sold', 'let-end', 'confirm', 'end']),
  listingId: z.string(),
  sellerId: z.string(),
  until: z.number(),
});

type Link = z.output<typeof link>;

/** How long a link works, in days. */
const linkDays = 30;

/** The label of each act, and what the page says before and after it. */
export const linkTexts: Record<LinkAct, { label: string; done: string }> = {
  renew: { label: 'Renew', done: 'Your listing is renewed and back at the top.' },
  sold: { label: 'Mark as sold', done: 'Your listing is marked as sold.' },
  'let-end': { label: 'Let it end', done: "We won't remind you about this listing again." },
  confirm: { label: "Yes, it's available", done: 'Thanks. Your listing stays up.' },
  end: { label: 'End the listing', done: 'Your listing has ended.' },
};

/** Returns the address that does one thing with one listing after a confirmation. */
export function listingLink(
  { secrets, config }: Pick<LinkContext, 'secrets'> & { config: { publicUrl: string } },
  about: Omit<Link, 'until'>,
): string {
  const until = Date.now() + linkDays * 24 * 60 * 60 * 1000;
  return `${config.publicUrl}/listing-link?token=${secrets.seal({ ...about, until })}`;
}

/**
 * Returns what a link would do. Opening it changes nothing, because mail scanners open links. Throws
 * BAD_REQUEST for a changed or expired token, and NOT_FOUND for a deleted listing.
 */
export async function readListingLink(
  ctx: LinkContext,
  token: string,
): Promise<z.output<typeof listingLinkView>> {
  const { act, listing } = await openLink(ctx, token);
  const { title, availability, expiresAt } = listing;
  const ends = expiresAt ? regionDayText(expiresAt.getTime()) : null;
  return { act, title, availability: availability as 'available', ends };
}

/**
 * Does what a link is for, without signing in. Returns what happened, and the token that undoes it
 * if it can be undone. Throws the errors of `readListingLink`, FORBIDDEN for a suspended seller, and
 * CONFLICT with what happened when the listing has changed, also by this link.
 */
export async function followListingLink(ctx: LinkContext, token: string) {
  const { act, listingId, sellerId } = await openLink(ctx, token);
  await assertUserNotSuspended(ctx.db, sellerId);
  const undo = await run(ctx, { act, listingId, sellerId });
  return { message: linkTexts[act].done, undo };
}

/**
 * Undoes what a link or a page did. Throws the errors of `undoEnding`, `undoSold` and `undoLowering`.
 */
export async function undoListingAct(ctx: LinkContext, token: string): Promise<void> {
  const lowered = readSealed(ctx.secrets, token, loweredPrice);
  if (lowered) return undoLowering(ctx, lowered);
  const sale = readSealed(ctx.secrets, token, soldByLink);
  if (!sale) return void (await undoEnding(ctx, token));
  await assertUserNotSuspended(ctx.db, sale.sellerId);
  await undoSold(ctx, { listingId: sale.listingId, userId: sale.sellerId });
}

const soldByLink = z.object({
  undo: z.literal('sold'),
  listingId: z.string(),
  sellerId: z.string(),
});

async function run(ctx: LinkContext, { act, listingId, sellerId }: Omit<Link, 'until'>) {
  if (act === 'renew') return renewListing(ctx, sellerId, listingId);
  if (act === 'end') return endListing(ctx, sellerId, listingId);
  if (act === 'let-end') return letListingEnd(ctx, sellerId, listingId);
  if (act === 'confirm') return confirmListing(ctx, sellerId, listingId);
  await markSold(ctx, { listingId, userId: sellerId });
  const undo = { undo: 'sold', listingId, sellerId } satisfies z.output<typeof soldByLink>;
  return ctx.secrets.seal(undo);
}

async function openLink({ db, secrets }: LinkContext, token: string) {
  const found = readSealed(secrets, token, link);
  if (!found) {
    throw new AppError('BAD_REQUEST', "This link doesn't work. It may be incomplete.");
  }
  if (found.until < Date.now()) {
    throw new AppError('BAD_REQUEST', 'This link has expired. Open My Listings instead.');
  }
  const listing = await db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.sellerId')
    .select(['listings.title', 'listings.availability', 'listings.expiresAt'])
    .where('listings.id', '=', found.listingId)
    .where((eb) =>
      eb.and({
        'listings.deletedAt': null,
        'users.deactivatedAt': null,
        'users.deletedAt': null,
      }),
    )
    .executeTakeFirst();
  if (!listing) throw new AppError('NOT_FOUND', 'This listing was deleted.');
  return { ...found, listing };
}
