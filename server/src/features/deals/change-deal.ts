import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { AppContext } from '../../app-context.ts';
import { notFound } from '../../errors.ts';
import { appendConversationEvents, lockFeeds, type StoredEntry } from '../../realtime/feed.ts';
import { isSentBefore, storeWithin } from '../messaging/store-message.ts';
import { expireOverdueDeals } from './expire-deals.ts';
import { conflict, type DealConversation, type LockedDeals } from './locked-deals.ts';
import { sentenceOf } from './sentences.ts';

type About = { listingId: string } | { conversationId: string };

/**
 * Changes the deals of one listing in a transaction that excludes all other changes of them, and
 * publishes the events after the commit. Throws NOT_FOUND for an unknown id, and CONFLICT for the
 * `clientId` of a message elsewhere. Locks listings, conversations and feeds in this order, each in
 * ascending id, before any write.
 */
export async function changeDeals<Result>(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  about: About,
  change: (deals: LockedDeals) => Promise<Result>,
): Promise<Result> {
  const entries: StoredEntry[] = [];
  const caseIds: string[] = [];
  let listingId: string | undefined;
  const changing = db.transaction().execute(async (trx) => {
    listingId = await findListingId(trx, about);
    const conversationId = 'conversationId' in about ? about.conversationId : null;
    const deals =
      listingId && (await lockDeals(trx, { listingId, conversationId, entries, caseIds }));
    if (!deals) throw notFound('listingId' in about ? 'Listing' : 'Conversation');
    return change(deals);
  });
  const result = await changing.catch((error: unknown) => {
    throw isSentBefore(error) ? conflict('This clientId was used for a message elsewhere.') : error;
  });
  hub.deliver(entries);
  for (const caseId of caseIds) hub.admin.publish({ type: 'report', caseId, change: 'reported' });
  if (listingId) hub.listings.changed([listingId]);
  return result;
}

async function findListingId(trx: Db, about: About): Promise<string | undefined> {
  if ('listingId' in about) return isId(about.listingId) ? about.listingId : undefined;
  if (!isId(about.conversationId)) return undefined;
  const found = await trx
    .selectFrom('conversations')
    .select('listingId')
    .where('id', '=', about.conversationId)
    .executeTakeFirst();
  return found?.listingId;
}

/**
 * Locks a listing's deals and ends expired ones. The caller delivers `entries` and announces the
 * moderation cases `caseIds` after the commit.
 */
export async function lockDeals(
  trx: Db,
  about: {
    listingId: string;
    conversationId?: string | null;
    entries: StoredEntry[];
    caseIds?: string[];
  },
): Promise<LockedDeals | undefined> {
  const { listingId, conversationId = null, entries, caseIds } = about;
  const reading = trx
    .selectFrom('listings')
    .select(['id', 'sellerId', 'title', 'isFirmPrice', 'kind', 'readable', 'availability'])
    .where('id', '=', listingId);
  const listing = await reading.forNoKeyUpdate().executeTakeFirst();
  if (!listing) return undefined;
  const conversations = await lockConversations(trx, listingId, conversationId);
  const people = conversations.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]);
  await lockFeeds(trx, [...new Set(people)]);
  const byId = new Map(conversations.map((one) => [one.id, one]));
  const peopleOf = ({ conversationId }: { conversationId: string }) => {
    const { buyerId, sellerId } = byId.get(conversationId) ?? {};
    return [buyerId, sellerId].flatMap((userId) => (userId ? { userId, conversationId } : []));
  };
  const deals: LockedDeals = {
    trx,
    listing,
    conversations: byId,
    async post({ clientId = randomUUID(), entry, screened, ...post }) {
      const message = { ...post, ...screened, clientId, entry, perMinute: unlimited };
      const stored = await storeWithin(trx, { ...message, content: sentenceOf(entry) });
      // A closed conversation gets no entry, but open pages must fetch the changed deal.
      const events = stored ? stored.entries : await appendConversationEvents(trx, peopleOf(post));
      entries.push(...events);
      if (stored?.caseId) caseIds?.push(stored.caseId);
      return stored?.message ?? null;
    },
  };
  if (await expireOverdueDeals(deals)) deals.listing = await reading.executeTakeFirstOrThrow();
  return deals;
}

/** No limit here, because steps of a deal have limits of their own. */
const unlimited = 1_000_000;

async function lockConversations(trx: Db, listingId: string, conversationId: string | null) {
  const { rows } = await sql<DealConversation>`
    select c.id, c.buyer_id, c.seller_id, c.blocked or exists (
      select from users where id in (c.buyer_id, c.seller_id)
        and (deleted_at is not null or deactivated_at is not null)) as is_closed
    from conversations c
    where c.listing_id = ${listingId} and c.id in (
      select ${conversationId}::uuid
      union select conversation_id from offers where listing_id = ${listingId} and status = 'open'
      union select conversation_id from reservations
        where listing_id = ${listingId} and status = 'active'
      union select conversation_id from line_places where listing_id = ${listingId}
      union select m.conversation_id from meetups m join conversations o on o.id = m.conversation_id
        where o.listing_id = ${listingId} and m.status in ('proposed', 'accepted')
      union select conversation_id from sales
        where listing_id = ${listingId} and undone_at is null)
    order by c.id
    for no key update of c`.execute(trx);
  return rows;
}

/** How many listings one run handles. The rest waits for the next run. */
const maxListings = 1000;

/**
 * Runs the job `sweepDeals`: ends what has expired and moves lines on, in one transaction per
 * listing. `changeDeals` checks again under the lock, so that racing calls cause no second step.
 */
export async function sweepDeals(ctx: Pick<AppContext, 'db' | 'hub' | 'log'>): Promise<void> {
  const { rows } = await sql<{ listingId: string }>`
    select listing_id from offers where status = 'open' and expires_at <= now()
    union select listing_id from reservations where status = 'active' and (until <= now()
      or until <= now() + interval '1 day' and warned_at is null and not from_line)
    union select p.listing_id from line_places p join listings l on l.id = p.listing_id
      where l.availability = 'available' and l.readable
    limit ${maxListings}`.execute(ctx.db);
  for (const { listingId } of rows) {
    try {
      await changeDeals(ctx, { listingId }, async () => undefined);
    } catch (err) {
      ctx.log.error({ err, listingId }, 'The deals of a listing could not be swept.');
    }
  }
}
