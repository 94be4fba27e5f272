import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { AppError } from '../../errors.ts';
import { endDealsAbout } from '../deals/end-deals.ts';
import type { NotificationDraft } from '../notifications/notification.view.ts';
import { isSuspended } from './account-actions.ts';
import type { ActionResult, CaseActionContext, ListingState, StepData } from './case-context.ts';
import { reverseDecisions } from './decisions.ts';
import { type Effects, mergeEffects } from './effects.ts';

/** The part of the context that an action on a listing needs, with or without a case. */
type ListingContext = Pick<CaseActionContext, 'trx' | 'targetId' | 'reason'>;

export type ListingChange = 'flagged' | 'deleted' | 'restored';

/**
 * Flags, deletes or restores a listing. Flagging and deleting end its deals. Restoring also shows a
 * hidden or inactive listing. Throws CONFLICT for a deleted listing and for one that is in the
 * wanted state.
 */
export async function setListingState(
  { trx, targetId, reason }: ListingContext,
  what: ListingChange,
): Promise<ActionResult> {
  const listing = await lockListing(trx, targetId);
  const refuse = (problem: string) => new AppError('CONFLICT', `This listing ${problem}.`);
  if (!listing || listing.deletedAt) throw refuse('no longer exists');
  if (what === 'flagged' && listing.flaggedAt) throw refuse('is already flagged');
  if (what === 'restored' && listing.isActive) throw refuse('is already active');
  const ended = what === 'restored' ? null : await endDealsAbout(trx, listing.id);
  const now = new Date().toISOString();
  const changes = {
    flagged: { isActive: false, flagReason: reason, flaggedAt: now },
    deleted: { deletedAt: now },
    restored: { isActive: true, flagReason: null, flaggedAt: null },
  };
  const about = { targetType: 'listing', targetId } as const;
  const closed =
    what === 'restored'
      ? [
          await reverseDecisions(trx, { kind: 'hidden', ...about }),
          await reverseDecisions(trx, { kind: 'flagged', ...about }),
        ]
      : [];
  const { adminEvents = [], ...effects } = effectsOn(listing.id, what === 'flagged');
  return {
    steps: [await change(trx, listing, { ...changes[what], ...unhidden })],
    ...notifySeller(listing, what, reason),
    conversations: ended?.conversations ?? [],
    ...effects,
    adminEvents: [...adminEvents, ...(mergeEffects(...closed).adminEvents ?? [])],
  };
}

const unhidden = { hiddenByReportsAt: null, heldAt: null };

/** Makes a listing visible again that reports or a screening rule have hidden until the decision. */
export async function unhideListing({ trx, targetId }: ListingContext): Promise<ActionResult> {
  const listing = await lockListing(trx, targetId);
  if (!(listing?.hiddenByReportsAt || listing?.heldAt) || listing.deletedAt) return {};
  const isActive = listing.flaggedAt === null;
  for (const kind of ['hidden', 'held']) {
    await reverseDecisions(trx, { kind, targetType: 'listing', targetId });
  }
  return {
    steps: [await change(trx, listing, { isActive, ...unhidden })],
    notifications: isActive ? [listingNotification(listing, 'restored', null)] : [],
    ...effectsOn(listing.id),
  };
}

function effectsOn(listingId: string, isFlagged = false): Effects {
  const type = isFlagged ? 'listingFlagged' : 'listingChanged';
  return { listingIds: [listingId], adminEvents: [{ type, listingId }] };
}

/**
 * Restores what the decision changed in a listing. Nobody is notified about one that was deleted
 * since. Throws CONFLICT if an admin has changed the same fields since.
 */
export async function undoListing({ trx }: CaseActionContext, step: StepData['listing']) {
  const { listingId, before, after } = step;
  const seller = await trx
    .selectFrom('users')
    .select(['deactivatedAt', 'deletedAt', 'suspendedUntil'])
    .where('id', '=', sql<string>`(select seller_id from listings where id = ${listingId})`)
    .forShare()
    .executeTakeFirst();
  const listing = await lockListing(trx, listingId);
  if (!listing || !seller || seller.deletedAt) return {};
  const now = stateOf(listing);
  const fields = Object.keys(after) as (keyof ListingState)[];
  const changed = fields.filter((field) => before[field] !== after[field]);
  if (changed.includes('deletedAt') && now.deletedAt !== after.deletedAt) return {};
  if (changed.some((field) => now[field] !== after[field])) {
    throw new AppError('CONFLICT', "The listing has changed since then, so you can't undo this.");
  }
  const restored = Object.fromEntries(changed.map((field) => [field, before[field]]));
  // Deactivating or suspending a seller does not change `sellerActive` of deleted listings.
  const sellerActive = seller.deactivatedAt === null && !isSuspended(seller);
  await trx
    .updateTable('listings')
    .set({ ...restored, sellerActive })
    .where('id', '=', listing.id)
    .execute();
  if (before.hiddenByReportsAt) await restoreHiding(trx, listing.id);
  if (now.deletedAt && !changed.includes('deletedAt')) return {};
  const effects = effectsOn(listing.id);
  if (before.isActive) return { ...notifySeller(listing, 'restored', null), ...effects };
  // No email: the seller got the reason by email when the listing was flagged.
  const what = before.flaggedAt ? 'flagged' : 'hidden';
  return { notifications: [listingNotification(listing, what, before.flagReason)], ...effects };
}

/** Puts the decision that hid a listing back in force, whose reversal is undone. */
async function restoreHiding(trx: Db, listingId: string): Promise<void> {
  await trx
    .updateTable('decisions')
    .set({ reversedAt: null })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('decisions')
        .select('id')
        .where(eb.and({ targetType: 'listing', targetId: listingId, kind: 'hidden' }))
        .orderBy('createdAt', 'desc')
        .limit(1),
    )
    .execute();
}

export function listingNotification(
  { id, title, sellerId }: Pick<LockedListing, 'id' | 'title' | 'sellerId'>,
  what: ListingChange | 'hidden',
  reason: string | null,
): NotificationDraft {
  return {
    userId: sellerId,
    groupKey: `flag:${id}`,
    type: 'flag',
    data: { listingId: id, listingTitle: title, what, reason },
  };
}

function notifySeller(listing: LockedListing, what: ListingChange, reason: string | null): Effects {
  const { email, title } = listing;
  return {
    mails: [{ to: email, subject: `listing.${what}`, title, reason }],
    notifications: [listingNotification(listing, what, reason)],
  };
}

type LockedListing = NonNullable<Awaited<ReturnType<typeof lockListing>>>;

/** Locks and returns the listing in any state. */
export function lockListing(trx: Db, listingId: string) {
  return trx
    .selectFrom('listings as l')
    .innerJoin('users as u', 'u.id', 'l.sellerId')
    .select(['l.id', 'l.title', 'l.sellerId', 'l.isActive', 'l.flagReason', 'l.flaggedAt'])
    .select(['l.hiddenByReportsAt', 'l.heldAt', 'l.deletedAt', 'u.email'])
    .where('l.id', '=', listingId)
    .forNoKeyUpdate('l')
    .executeTakeFirst();
}

async function change(trx: Db, listing: LockedListing, changes: Partial<ListingState>) {
  await trx.updateTable('listings').set(changes).where('id', '=', listing.id).execute();
  const before = stateOf(listing);
  const after = { ...before, ...changes };
  return { kind: 'listing' as const, listingId: listing.id, before, after };
}

function stateOf(listing: LockedListing): ListingState {
  const { isActive, flagReason, flaggedAt, hiddenByReportsAt, heldAt, deletedAt } = listing;
  return {
    isActive,
    flagReason,
    flaggedAt: flaggedAt?.toISOString() ?? null,
    hiddenByReportsAt: hiddenByReportsAt?.toISOString() ?? null,
    heldAt: heldAt?.toISOString() ?? null,
    deletedAt: deletedAt?.toISOString() ?? null,
  };
}
