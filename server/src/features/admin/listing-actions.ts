import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { Decision } from '@marketplace/shared/moderation/case-views';
import { texts } from '@marketplace/shared/texts';
import { AppError } from '../../errors.ts';
import { closeCase, publishDecision } from '../moderation/close-case.ts';
import type { ActionResult } from '../moderation/case-action.ts';
import * as decisions from '../moderation/listing-decisions.ts';
import { lockOpenCase } from '../moderation/lock-case.ts';
import type { MailContext } from './action-mail.ts';
import { audit } from './audit.ts';
import type { Effects } from './effects.ts';

/** Who does something to which listing, and why. */
export interface ListingAction {
  actorId: string;
  listingId: string;
  reason?: string | null | undefined;
}

/**
 * Takes a listing down and keeps the reason, which its seller gets; only an admin lifts it. Throws CONFLICT for one flagged already, NOT_FOUND for none.
 */
export function flagListing(
  trx: Db,
  mail: MailContext,
  action: ListingAction & { reason: string },
): Promise<Effects> {
  return carryOut(trx, mail, { ...action, did: 'flag', act: decisions.flagListing });
}

/** Puts a listing back that was taken down. Throws CONFLICT for an active one, NOT_FOUND for none. */
export function restoreListing(
  trx: Db,
  mail: MailContext,
  action: ListingAction,
): Promise<Effects> {
  return carryOut(trx, mail, { ...action, did: 'restore', act: decisions.restoreListing });
}

/** Deletes a listing as its owner would, who is told. Throws NOT_FOUND for none. */
export function removeListing(trx: Db, mail: MailContext, action: ListingAction): Promise<Effects> {
  return carryOut(trx, mail, { ...action, did: 'remove', act: decisions.deleteListing });
}

/** What each action decides of the reports on the listing. */
const decides = {
  flag: 'flag',
  restore: 'dismiss',
  remove: 'delete',
} as const satisfies Record<string, Decision>;

interface Doing extends ListingAction {
  did: keyof typeof decides;
  act: (on: decisions.OnListing) => Promise<ActionResult>;
}

/**
 * Does it, writes it into the audit log, and decides the open case of the listing, whoever has
 * claimed it. The order of locks is that of `lockTarget`.
 */
async function carryOut(
  trx: Db,
  mail: MailContext,
  { actorId, listingId, reason = null, did, act }: Doing,
): Promise<Effects> {
  if (!isId(listingId)) throw listingNotFound();
  const taken = await lockOpenCase(trx, { targetType: 'listing', targetId: listingId });
  const { sellerId: ownerId } = await lockListing(trx, listingId);
  const done = await act({ trx, mail, targetId: listingId, reason });
  await audit(trx, {
    actorId,
    action: `listing.${did}`,
    targetType: 'listing',
    targetId: listingId,
    reason,
  });
  const closing = { actorId, decision: decides[did], reason, ownerId, steps: done.steps };
  const toReporters = taken ? await closeCase(trx, taken, closing) : [];
  return publishDecision(
    trx,
    { taken, did: { ...done, news: [...done.news, ...toReporters] } },
    'decided',
  );
}

/** Until the transaction ends. 404 for none and for a deleted one. */
async function lockListing(trx: Db, listingId: string) {
  const listing = await trx
    .selectFrom('listings')
    .select('sellerId')
    .where('id', '=', listingId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!listing) throw listingNotFound();
  return listing;
}

function listingNotFound(): AppError {
  return new AppError('NOT_FOUND', texts.listingNotFound);
}
