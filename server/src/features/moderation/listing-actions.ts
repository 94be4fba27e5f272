import type { Db } from '@marketplace/db/database';
import { AppError } from '../../errors.ts';
import type { ActionResult, CaseActionContext, ListingState, StepData } from './case-context.ts';
import type { Effects, NotificationDraft } from './effects.ts';

/** The listing, also when there is no case of it. */
type ListingContext = Pick<CaseActionContext, 'trx' | 'targetId' | 'reason'>;

/** Takes the listing down. Throws CONFLICT for one that is deleted or flagged already. */
export async function flagListing(context: ListingContext): Promise<ActionResult> {
  const { trx, reason } = context;
  const listing = await lockPresent(context);
  if (listing.flaggedAt) throw new AppError('CONFLICT', 'This listing is flagged already.');
  const flaggedAt = new Date().toISOString();
  const flag = { isActive: false, flagReason: reason, flaggedAt, hiddenByReportsAt: null };
  return {
    steps: [await change(trx, listing, flag)],
    ...notifySeller(listing, 'flagged', reason),
    adminEvents: [{ type: 'listingFlagged', listingId: listing.id }],
  };
}

/** Deletes the listing as its owner would. Throws CONFLICT for one that is deleted already. */
export async function deleteListing(context: ListingContext): Promise<ActionResult> {
  const { trx, reason } = context;
  const listing = await lockPresent(context);
  const deletion = { deletedAt: new Date().toISOString(), hiddenByReportsAt: null };
  return {
    steps: [await change(trx, listing, deletion)],
    ...notifySeller(listing, 'deleted', reason),
    adminEvents: [{ type: 'listingChanged', listingId: listing.id }],
  };
}

/** Shows a flagged, hidden or inactive listing again. Throws CONFLICT for a deleted or active one. */
export async function restoreListing(context: ListingContext): Promise<ActionResult> {
  const { trx, reason } = context;
  const listing = await lockPresent(context);
  if (listing.isActive) throw new AppError('CONFLICT', 'This listing is active already.');
  const restored = { isActive: true, flagReason: null, flaggedAt: null, hiddenByReportsAt: null };
  return {
    steps: [await change(trx, listing, restored)],
    ...notifySeller(listing, 'restored', reason),
    adminEvents: [{ type: 'listingChanged', listingId: listing.id }],
  };
}

/** Shows the listing again if reports have hidden it, which lasts until the decision. */
export async function endHiding({ trx, targetId }: ListingContext): Promise<ActionResult> {
  const listing = await lockListing(trx, targetId);
  if (!listing?.hiddenByReportsAt || listing.deletedAt) return {};
  const isActive = listing.flaggedAt === null;
  return {
    steps: [await change(trx, listing, { isActive, hiddenByReportsAt: null })],
    notifications: isActive ? [listingNotification(listing, 'restored', null)] : [],
    adminEvents: [{ type: 'listingChanged', listingId: listing.id }],
  };
}

/**
 * Restores the state before the decision. A listing that its owner has deleted since stays deleted.
 * Throws CONFLICT if an admin has changed it since.
 */
export async function undoListing(
  { trx }: CaseActionContext,
  { listingId, before, after }: StepData['listing'],
): Promise<ActionResult> {
  const seller = await lockSeller(trx, listingId);
  const listing = await lockListing(trx, listingId);
  if (!listing || !seller || seller.deletedAt) return {};
  if (listing.deletedAt !== after.deletedAt) return {};
  if (JSON.stringify(stateOf(listing)) !== JSON.stringify(stateOf(after))) {
    throw new AppError('CONFLICT', 'The listing was changed since. This cannot be undone.');
  }
  // A deactivation does not reach deleted listings.
  const sellerActive = seller.deactivatedAt === null;
  await trx
    .updateTable('listings')
    .set({ ...before, sellerActive })
    .where('id', '=', listing.id)
    .execute();
  const adminEvents: Effects['adminEvents'] = [{ type: 'listingChanged', listingId: listing.id }];
  if (before.isActive) return { ...notifySeller(listing, 'restored', null), adminEvents };
  // Without a mail: the reason was mailed when it was flagged.
  const what = before.flaggedAt ? 'flagged' : 'hidden';
  return { notifications: [listingNotification(listing, what, before.flagReason)], adminEvents };
}

/** What the seller finds in the notification center. */
export function listingNotification(
  { id, title, sellerId }: Pick<LockedListing, 'id' | 'title' | 'sellerId'>,
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

function notifySeller(
  listing: LockedListing,
  what: 'flagged' | 'deleted' | 'restored',
  reason: string | null,
): Effects {
  const { email, title } = listing;
  return {
    mails: [{ to: email, subject: `listing.${what}`, title, reason }],
    notifications: [listingNotification(listing, what, reason)],
  };
}

type LockedListing = NonNullable<Awaited<ReturnType<typeof lockListing>>>;

async function lockListing(trx: Db, listingId: string) {
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

async function lockPresent({ trx, targetId }: ListingContext): Promise<LockedListing> {
  const listing = await lockListing(trx, targetId);
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

async function change(trx: Db, listing: LockedListing, changes: Partial<ListingState>) {
  await trx.updateTable('listings').set(changes).where('id', '=', listing.id).execute();
  const before = stateOf(listing);
  const after = { ...before, ...changes };
  return { kind: 'listing' as const, listingId: listing.id, before, after };
}

/** With its keys in one order, so that equal states have equal JSON. */
function stateOf(listing: ListingState): ListingState {
  const { isActive, flagReason, flaggedAt, hiddenByReportsAt, deletedAt } = listing;
  return { isActive, flagReason, flaggedAt, hiddenByReportsAt, deletedAt };
}
