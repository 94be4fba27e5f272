import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { handoverTries, wrongHandoverTries } from '@marketplace/shared/deals/constants';
import type { confirmHandoverInput, dealInput } from '@marketplace/shared/deals/inputs';
import type { AppContext } from '../../app-context.ts';
import { AppError, badField } from '../../errors.ts';
import { perDay, perHour } from '../../platform/limiter.ts';
import { isSameSecret, type Secrets } from '../../platform/secrets.ts';
import { getConversation } from '../messaging/conversations.ts';
import { changeDeals } from './change-deal.ts';
import { assertOpen, conflict, dealOf, type LockedDeals, type WithUser } from './locked-deals.ts';
import { sell } from './sales.ts';
import { findReservation, findSale } from './steps.ts';

/** The limit for each conversation. */
const codeTries = perHour('handover-code', handoverTries, 'You can try {points} codes an hour.');
/** The limit for each seller in all conversations together, or each would give more guesses. */
const wrongCodes = perDay(
  'handover-code-of-seller',
  15,
  'You can enter {points} wrong hand-over codes a day.',
);

/**
 * Returns the code that the buyer shows at the hand-over, until the sale. Undoing the sale and too
 * many wrong tries replace it. Throws NOT_FOUND, FORBIDDEN for the seller and for a closed
 * conversation, and CONFLICT if the listing is handed over, unavailable, or sold to or reserved for
 * someone else.
 */
export async function getHandoverCode(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  { conversationId, userId }: WithUser<typeof dealInput>,
): Promise<{ code: string }> {
  const deal = await getConversation(db, conversationId, userId);
  if (deal.sellerId === userId) throw new AppError('FORBIDDEN', 'The buyer has the code.');
  assertOpen({ isClosed: deal.blocked || deal.otherLeft });
  await assertCanHandOver(db, deal);
  await db
    .updateTable('handoverCodes')
    .set({ wrongTries: 0, replaced: sql`replaced + 1` })
    .where('conversationId', '=', deal.id)
    .where('wrongTries', '>=', wrongHandoverTries.max)
    .execute();
  const { code } = await readCode(secrets, db, deal.id);
  return { code };
}

/**
 * Marks the listing as sold, or verifies its sale, when the seller enters the buyer's code. Throws
 * BAD_REQUEST for a wrong code, NOT_FOUND, FORBIDDEN for the buyer, CONFLICT as `getHandoverCode`
 * does and for a code that ended after 20 wrong tries, and TOO_MANY_REQUESTS after five tries in an
 * hour here, or 15 failed tries of the seller in a day.
 */
export async function confirmHandover(
  ctx: Pick<AppContext, 'db' | 'hub' | 'secrets' | 'limiter'>,
  { conversationId, code, userId }: WithUser<typeof confirmHandoverInput>,
): Promise<void> {
  const found = await getConversation(ctx.db, conversationId, userId);
  if (found.sellerId !== userId) {
    throw new AppError('FORBIDDEN', 'Only the seller enters the code.');
  }
  await ctx.limiter.take(codeTries, found.id);
  // Count before comparing, so that racing tries cannot exceed the limit. Undone below if right.
  await ctx.limiter.take(wrongCodes, userId);
  const isRight = await changeDeals(ctx, { conversationId }, async (deals) => {
    const { trx, listing } = deals;
    const deal = dealOf(deals, conversationId, userId);
    assertOpen(deal);
    const { id: listingId, readable } = listing;
    const sale = await assertCanHandOver(trx, { id: deal.id, listingId, readable });
    const current = await readCode(ctx.secrets, trx, deal.id);
    if (current.wrongTries >= wrongHandoverTries.max) {
      throw conflict('This code ended after too many wrong tries. Ask the buyer to open it again.');
    }
    if (!isSameSecret(code, current.code)) {
      await countWrongTry(deals, { conversationId: deal.id, senderId: userId });
      return false;
    }
    const verified = true;
    if (sale) {
      await trx.updateTable('sales').set({ verified }).where('id', '=', sale.id).execute();
      const entry = { kind: 'handover' as const, data: { verified } };
      await deals.post({ conversationId: deal.id, senderId: userId, entry });
    } else {
      await sell(deals, { conversationId: deal.id, verified });
    }
    return true;
  });
  // Throw after the commit, because an error in the transaction would undo the count.
  if (!isRight) throw badField('code', "That isn't the code. Ask the buyer to show it.");
  await ctx.limiter.giveBack(wrongCodes, userId);
}

/** Counts a wrong try. Adds an entry for the buyer after every third, and when the code ends. */
async function countWrongTry(
  { trx, post }: LockedDeals,
  { conversationId, senderId }: { conversationId: string; senderId: string },
) {
  const { wrongTries } = await trx
    .insertInto('handoverCodes')
    .values({ conversationId, wrongTries: 1 })
    .onConflict((existing) =>
      existing
        .column('conversationId')
        .doUpdateSet({ wrongTries: sql`handover_codes.wrong_tries + 1` }),
    )
    .returning('wrongTries')
    .executeTakeFirstOrThrow();
  const { max, warnedEvery } = wrongHandoverTries;
  const isEnded = wrongTries >= max;
  if (!isEnded && wrongTries % warnedEvery !== 0) return;
  const code = isEnded ? ('code-ended' as const) : ('wrong-code' as const);
  await post({ conversationId, senderId, entry: { kind: 'system', data: { code } } });
}

/** Returns the unverified sale to this buyer. Throws CONFLICT if a hand-over is impossible. */
async function assertCanHandOver(
  db: Db,
  { id, listingId, readable }: { id: string; listingId: string; readable: boolean },
) {
  const sale = await findSale(db, listingId);
  if (sale) {
    if (sale.conversationId !== id) throw conflict('This was sold to someone else.');
    if (sale.verified) throw conflict('The hand-over is already confirmed.');
    return sale;
  }
  if (!readable) throw conflict('This listing is no longer available.');
  const reservation = await findReservation(db, listingId);
  if (reservation && reservation.conversationId !== id) {
    throw conflict('This is reserved for someone else.');
  }
  return undefined;
}

/**
 * Returns the wrong tries and the code, which is derived from the conversation, its last undone
 * sale and the number of replaced codes.
 */
async function readCode(secrets: Secrets, db: Db, conversationId: string) {
  const undone = await db
    .selectFrom('sales')
    .select('id')
    .where('conversationId', '=', conversationId)
    .where('undoneAt', 'is not', null)
    .orderBy('undoneAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { wrongTries, replaced } = (await db
    .selectFrom('handoverCodes')
    .select(['wrongTries', 'replaced'])
    .where('conversationId', '=', conversationId)
    .executeTakeFirst()) ?? { wrongTries: 0, replaced: 0 };
  // The first code is the one that the previous release derives.
  const number = replaced === 0 ? '' : ` ${replaced}`;
  const hash = secrets.hash('handover-code', `${conversationId} ${undone?.id ?? ''}${number}`);
  return { code: String(hash.readUInt32BE() % 10_000).padStart(4, '0'), wrongTries };
}
