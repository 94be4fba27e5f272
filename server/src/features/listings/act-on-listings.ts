import type { output } from 'zod';
import type { actOnListingsInput } from '@marketplace/shared/listings/inputs';
import type { ActResult } from '@marketplace/shared/listings/views';
import type { AppContext } from '../../app-context.ts';
import { attemptEach } from '../../platform/attempt-each.ts';
import { endListing, renewListing } from './ending/ending.ts';
import { undoListingAct } from './ending/listing-links.ts';
import { lowerPrice } from './lower-price.ts';
import { countPosting } from './posting-limits.ts';

type ActContext = Pick<AppContext, 'db' | 'hub' | 'secrets' | 'config' | 'limiter'>;

/**
 * Renews, ends or lowers the price of several listings of the seller, each in its own transaction.
 * Returns for each, in order, the token that undoes it, or the problem why it was not done. Lowering
 * prices counts as one edit. Throws TOO_MANY_REQUESTS.
 */
export async function actOnListings(
  ctx: ActContext,
  sellerId: string,
  { act, listings }: output<typeof actOnListingsInput>,
): Promise<ActResult[]> {
  if (act === 'lower') await countPosting(ctx, sellerId, 'edit');
  const run = {
    renew: ({ id }: { id: string }) => renewListing(ctx, sellerId, id),
    end: ({ id }: { id: string }) => endListing(ctx, sellerId, id),
    lower: (listing: { id: string; price: string }) => lowerPrice(ctx, sellerId, listing),
  }[act];
  const results = await attemptEach(listings, run);
  return results.map(({ item, done = null, problem }) => ({ id: item.id, undo: done, problem }));
}

/** Undoes acts by their tokens, each alone. Returns the problem of each, or null. */
export async function undoActs(ctx: ActContext, tokens: string[]): Promise<(string | null)[]> {
  const results = await attemptEach(tokens, (token) => undoListingAct(ctx, token));
  return results.map(({ problem }) => problem);
}
