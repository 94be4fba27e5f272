import { sql } from 'kysely';
import type { AppContext } from '../../../app-context.ts';
import { type ListingNotice, notifySellers } from './ending-mail.ts';
import { endWithDeals, hasMeetup } from './sweep-ending.ts';

type AskContext = Pick<AppContext, 'db' | 'hub' | 'secrets' | 'config' | 'log'>;

/** Listings per transaction. */
const batchSize = 500;

/** Returns an SQL condition: the seller of `l` has sent a message since `time`. */
const hasWrittenSince = (time: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from conversation_participants p
  join messages m on m.conversation_id = p.conversation_id and m.sender_id = p.user_id
  where p.user_id = l.seller_id and p.last_message_at > ${time} and m.created_at > ${time})`;

const twoWeeksAgo = sql`now() - interval '14 days'`;

/** The listing is in lists, and a buyer's message about it has had no answer for two weeks. */
const isUnanswered = sql<boolean>`l.visible and l.availability = 'available' and l.asked_at is null
  and exists (select from conversations c
    where c.listing_id = l.id and not c.blocked and c.last_sender_id = c.buyer_id
      and c.last_message_at < ${twoWeeksAgo}
      and c.last_message_at > coalesce(l.confirmed_at, '-infinity'))
  and not ${hasWrittenSince(twoWeeksAgo)}`;

/** The seller was asked and has done nothing on the site that shows they are still there. */
const isSilent = sql<boolean>`l.visible and l.availability = 'available'
  and l.asked_at < now() - interval '7 days' and l.updated_at < l.asked_at
  and not ${hasWrittenSince(sql`l.asked_at`)} and not ${hasMeetup}`;

/**
 * Runs the job `askSellers`: asks sellers who have answered nobody for two weeks whether the listings
 * with unanswered messages are still available, and ends these after another week of silence. A
 * seller who writes to someone or edits the listing counts as there. Workers may run it concurrently.
 */
export async function askSellers(ctx: AskContext): Promise<void> {
  for (;;) {
    const asked = await ctx.db.transaction().execute(async (trx) => {
      const { rows } = await sql<ListingNotice>`
        update listings set asked_at = now()
        where id in (select id from listings l where ${isUnanswered}
          limit ${batchSize} for no key update skip locked)
        returning id, seller_id, title, price, expires_at as ends`.execute(trx);
      return { rows, entries: await notifySellers({ ...ctx, db: trx }, 'asked', rows) };
    });
    ctx.hub.deliver(asked.entries);
    if (asked.rows.length < batchSize) break;
  }
  const { rows } = await sql<{ id: string }>`
    select id from listings l where ${isSilent} order by asked_at`.execute(ctx.db);
  for (const { id } of rows) await endWithDeals(ctx, id, isSilent);
  // Sellers who did something else instead of answering are asked again only about newer messages.
  await sql`update listings l set asked_at = null, confirmed_at = now()
    where visible and availability = 'available'
      and asked_at < now() - interval '7 days'`.execute(ctx.db);
}
