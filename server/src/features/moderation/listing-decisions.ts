import type { Db } from '@marketplace/db/database';
import { AppError } from '../../errors.ts';
import { mailAbout } from '../admin/action-mail.ts';
import { type CaseActionContext, type ActionResult, actionResult } from './case-action.ts';
import type { NotificationDraft } from './notify-users.ts';

/** What a listing was before and after a decision. Times are ISO strings. */
export interface ListingStep {
  kind: 'listing';
  listingId: string;
  before: ListingState;
  after: ListingState;
}

interface ListingState {
  isActive: boolean;
  flagReason: string | null;
  flaggedAt: string | null;
  hiddenByReportsAt: string | null;
  deletedAt: string | null;
}

/** A listing that an admin decides on, and why; the seller gets the reason. */
export interface OnListing extends Pick<CaseActionContext, 'trx' | 'mail' | 'targetId'> {
  reason: string | null;
}

/** Takes the listing down. Throws CONFLICT for one that is gone or flagged already. */
export async function flagListing(context: OnListing): Promise<ActionResult> {
  const { reason } = context;
  const listing = await lockPresent(context);
  if (listing.flaggedAt) throw new AppError('CONFLICT', 'This listing is flagged already.');
  const flaggedAt = new Date().toISOString();
  const flag = { isActive: false, flagReason: reason, flaggedAt, hiddenByReportsAt: null };
  const step = await change(context.trx, listing, flag);
  await mailSeller(context, listing, 'listingFlagged');
  return actionResult({
    steps: [step],
    news: [newsOf(listing, 'flagged', reason)],
    effects: { news: [{ type: 'listingFlagged', listingId: listing.id }] },
  });
}

/** Deletes the listing as its owner would. Throws CONFLICT for one that is gone. */
export async function deleteListing(context: OnListing): Promise<ActionResult> {
  const listing = await lockPresent(context);
  const deletedAt = new Date().toISOString();
  const step = await change(context.trx, listing, { deletedAt, hiddenByReportsAt: null });
  await mailSeller(context, listing, 'listingRemoved');
  return actionResult({
    steps: [step],
    news: [newsOf(listing, 'deleted', context.reason)],
    effects: { news: [{ type: 'listingChanged', listingId: listing.id }] },
  });
}

/** Puts back what was taken down or hidden. Throws CONFLICT for one that is gone or active. */
export async function restoreListing(context: OnListing): Promise<ActionResult> {
  const listing = await lockPresent(context);
  if (listing.isActive) throw new AppError('CONFLICT', 'This listing is active already.');
  const none = { flagReason: null, flaggedAt: null, hiddenByReportsAt: null };
  const step = await change(context.trx, listing, { isActive: true, ...none });
  await mailSeller(context, listing, 'listingRestored');
  return actionResult({
    steps: [step],
    news: [newsOf(listing, 'restored', context.reason)],
    effects: { news: [{ type: 'listingChanged', listingId: listing.id }] },
  });
}

/** Shows the listing again if reports have hidden it: that lasts until the decision. */
export async function endHiding({ trx, targetId }: CaseActionContext): Promise<ActionResult> {
  const listing = await lock(trx, targetId);
  if (!listing?.hiddenByReportsAt || listing.deletedAt) return actionResult();
  const isActive = listing.flaggedAt === null;
  const step = await change(trx, listing, { isActive, hiddenByReportsAt: null });
  return actionResult({
    steps: [step],
    news: isActive ? [newsOf(listing, 'restored', null)] : [],
    effects: { news: [{ type: 'listingChanged', listingId: listing.id }] },
  });
}

/**
 * Makes the listing what it was. One that its owner has deleted since stays deleted. Throws CONFLICT
 * where an admin has changed it since.
 */
export async function undoListing(
  context: CaseActionContext,
  step: ListingStep,
): Promise<ActionResult> {
  const { trx } = context;
  const seller = await lockSeller(trx, step.listingId);
  const listing = await lock(trx, step.listingId);
  if (!listing || !seller || seller.deletedAt) return actionResult();
  if (listing.deletedAt !== step.after.deletedAt) return actionResult();
  if (JSON.stringify(stateOf(listing)) !== JSON.stringify(stateOf(step.after))) {
    throw new AppError('CONFLICT', 'The listing was changed since. This cannot be undone.');
  }
  const { before } = step;
  // A deactivation does not reach deleted listings.
  const sellerActive = seller.deactivatedAt === null;
  await trx
    .updateTable('listings')
    .set({ ...before, sellerActive })
    .where('id', '=', listing.id)
    .execute();
  const what = before.isActive ? 'restored' : before.flaggedAt ? 'flagged' : 'hidden';
  // What it was hidden by before they were told then.
  if (what === 'restored')
    await mailSeller({ ...context, reason: null }, listing, 'listingRestored');
  return actionResult({
    news: [newsOf(listing, what, before.flagReason)],
    effects: { news: [{ type: 'listingChanged', listingId: listing.id }] },
  });
}

type LockedListing = NonNullable<Awaited<ReturnType<typeof lock>>>;

async function lock(trx: Db, listingId: string) {
  const row = await trx
    .selectFrom('listings as l')
    .innerJoin('users as u', 'u.id', 'l.sellerId')
    .select(['l.id', 'l.title', 'l.sellerId', 'l.isActive', 'l.flagReason', 'l.flaggedAt'])
    .select(['l.hiddenByReportsAt', 'l.deletedAt', 'u.email'])
    .where('l.id', '=', listingId)
    .forUpdate('l')
    .executeTakeFirst();
  return (
    row && {
      ...row,
      flaggedAt: row.flaggedAt?.toISOString() ?? null,
      hiddenByReportsAt: row.hiddenByReportsAt?.toISOString() ?? null,
      deletedAt: row.deletedAt?.toISOString() ?? null,
    }
  );
}

async function lockPresent({ trx, targetId }: OnListing): Promise<LockedListing> {
  const listing = await lock(trx, targetId);
  if (!listing || listing.deletedAt) {
    throw new AppError('CONFLICT', 'This listing is gone already.');
  }
  return listing;
}

function lockSeller(trx: Db, listingId: string) {
  return trx
    .selectFrom('users')
    .select(['deactivatedAt', 'deletedAt'])
    .where('id', '=', (eb) =>
      eb.selectFrom('listings').select('sellerId').where('id', '=', listingId),
    )
    .forShare()
    .executeTakeFirst();
}

async function change(
  trx: Db,
  listing: LockedListing,
  changes: Partial<ListingState>,
): Promise<ListingStep> {
  await trx.updateTable('listings').set(changes).where('id', '=', listing.id).execute();
  const before = stateOf(listing);
  return { kind: 'listing', listingId: listing.id, before, after: { ...before, ...changes } };
}

/** In an order of its own, so that two are equal when their texts are. */
function stateOf(of: ListingState): ListingState {
  const { isActive, flagReason, flaggedAt, hiddenByReportsAt, deletedAt } = of;
  return { isActive, flagReason, flaggedAt, hiddenByReportsAt, deletedAt };
}

function newsOf(
  { id, title, sellerId }: LockedListing,
  what: 'flagged' | 'deleted' | 'restored' | 'hidden',
  reason: string | null,
): NotificationDraft {
  return {
    userId: sellerId,
    groupKey: `flag:${id}`,
    type: 'flag',
    data: { listingId: id, listingTitle: title, what, reason },
  };
}

async function mailSeller(
  { trx, mail, reason }: OnListing,
  { email, title }: LockedListing,
  what: 'listingFlagged' | 'listingRemoved' | 'listingRestored',
): Promise<void> {
  await mailAbout(trx, mail, { to: email, what, title, reason });
}
