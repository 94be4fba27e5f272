import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { texts } from '@marketplace/shared/texts';
import { AppError } from '../../errors.ts';
import { notify } from '../notifications/notify.ts';
import { mailAbout, type MailParts, type MailSubject } from './action-mail.ts';
import { audit } from './audit.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/** Who does something to which listing, and why. */
export interface ListingAction {
  actorId: string;
  listingId: string;
  reason?: string | null | undefined;
}

/**
 * Takes a listing down and keeps the reason, which its seller gets; only an admin lifts it
 * (decisions: Flag). Throws CONFLICT for one flagged already, NOT_FOUND for none.
 */
export async function flagListing(
  trx: Db,
  mail: MailParts,
  action: ListingAction & { reason: string },
): Promise<Outcome> {
  const listing = await lockListing(trx, action.listingId);
  if (listing.flaggedAt) throw new AppError('CONFLICT', 'This listing is flagged already.');
  await trx
    .updateTable('listings')
    .set({
      isActive: false,
      flagReason: action.reason,
      flaggedAt: sql<Date>`now()`,
      hiddenByReportsAt: null,
    })
    .where('id', '=', listing.id)
    .execute();
  return report(trx, mail, { ...action, listing, did: 'flag' });
}

/** Puts a listing back that was taken down. Throws CONFLICT for an active one, NOT_FOUND for none. */
export async function restoreListing(
  trx: Db,
  mail: MailParts,
  action: ListingAction,
): Promise<Outcome> {
  const listing = await lockListing(trx, action.listingId);
  if (listing.isActive) throw new AppError('CONFLICT', 'This listing is active already.');
  await trx
    .updateTable('listings')
    .set({ isActive: true, flagReason: null, flaggedAt: null, hiddenByReportsAt: null })
    .where('id', '=', listing.id)
    .execute();
  return report(trx, mail, { ...action, listing, did: 'restore' });
}

/** Deletes a listing as its owner would, who is told. Throws NOT_FOUND for none. */
export async function removeListing(
  trx: Db,
  mail: MailParts,
  action: ListingAction,
): Promise<Outcome> {
  const listing = await lockListing(trx, action.listingId);
  await trx
    .updateTable('listings')
    .set({ deletedAt: sql<Date>`now()` })
    .where('id', '=', listing.id)
    .execute();
  return report(trx, mail, { ...action, listing, did: 'remove' });
}

const told = {
  flag: { what: 'flagged', mail: 'listingFlagged', news: 'listingFlagged' },
  restore: { what: 'restored', mail: 'listingRestored', news: 'listingChanged' },
  remove: { what: 'deleted', mail: 'listingRemoved', news: 'listingChanged' },
} as const satisfies Record<string, { what: string; mail: MailSubject; news: string }>;

/** The entry in the audit log, and what the seller and the other admins get. */
async function report(
  trx: Db,
  mail: MailParts,
  done: ListingAction & {
    listing: Awaited<ReturnType<typeof lockListing>>;
    did: keyof typeof told;
  },
): Promise<Outcome> {
  const { actorId, listing, did, reason = null } = done;
  const { id: listingId, title, sellerId, email } = listing;
  await audit(trx, {
    actorId,
    action: `listing.${did}`,
    targetType: 'listing',
    targetId: listingId,
    reason,
  });
  const entries = await notify(trx, {
    userId: sellerId,
    groupKey: `flag:${listingId}`,
    type: 'flag',
    data: { listingId, listingTitle: title, what: told[did].what, reason },
  });
  await mailAbout(trx, mail, { to: email, what: told[did].mail, title, reason });
  return outcomeOf({ entries, news: [{ type: told[did].news, listingId }] });
}

/** The listing with its seller, locked until the transaction ends. 404 for none and for a deleted one. */
async function lockListing(trx: Db, listingId: string) {
  const listing = isId(listingId)
    ? await trx
        .selectFrom('listings as l')
        .innerJoin('users as u', 'u.id', 'l.sellerId')
        .select(['l.id', 'l.title', 'l.sellerId', 'l.isActive', 'l.flaggedAt', 'u.email'])
        .where('l.id', '=', listingId)
        .where('l.deletedAt', 'is', null)
        .forUpdate('l')
        .executeTakeFirst()
    : undefined;
  if (!listing) throw new AppError('NOT_FOUND', texts.listingNotFound);
  return listing;
}
