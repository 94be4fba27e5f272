import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { endedListingDays } from '@marketplace/shared/listings/constants';
import type { AppContext } from '../../../app-context.ts';
import { inBatches } from '../../../platform/jobs.ts';
import { changeDeals } from '../../deals/change-deal.ts';
import { endDealsWithEntries } from '../../deals/end-deals.ts';
import { type ListingNotice, notifySellers } from './ending-mail.ts';
import { termDays } from './term.ts';

type SweepContext = Pick<AppContext, 'db' | 'hub' | 'secrets' | 'config' | 'log'>;

/** Listings per transaction. Kept small because their sellers' feeds stay locked until it commits. */
const batchSize = 500;

/** An SQL condition: the listing is in lists, and not reserved, so a deal does not keep it. */
const isOpen = sql<boolean>`l.visible and l.availability = 'available'`;

/** An SQL condition: the two people have agreed to meet about the listing. */
export const hasMeetup = sql<boolean>`exists (
  select from meetups m join conversations c on c.id = m.conversation_id
  where c.listing_id = l.id and m.status = 'accepted' and m.starts_at > now())`;

/** An SQL condition: someone waits for an answer about the listing. */
const hasDeal = sql<boolean>`(
  exists (select from offers where listing_id = l.id and status = 'open')
  or exists (select from line_places where listing_id = l.id)
  or exists (select from meetups m join conversations c on c.id = m.conversation_id
    where c.listing_id = l.id and m.status in ('proposed', 'accepted')))`;

const isOver = sql<boolean>`${isOpen} and l.notices = 2 and l.due_at <= now()
  and l.expires_at <= now() and not ${hasMeetup}`;

/**
 * Runs the job `sweepEnding`: sends the notices that are due a week and a day before a listing ends,
 * and ends listings whose time is up. A listing whose notices are late, because no worker ran, stays
 * at least a day longer. Workers may run it concurrently.
 */
export async function sweepEnding(ctx: SweepContext): Promise<void> {
  await setMissingTerms(ctx);
  await repeat(ctx, sendNotices);
  await repeat(ctx, endBatch);
  await endThoseWithDeals(ctx);
}

/** Repeats a batch, each in a transaction, until it handles fewer than `batchSize` listings. */
async function repeat(ctx: SweepContext, batch: (ctx: SweepContext) => Promise<Swept>) {
  for (;;) {
    const { entries, ids, changed } = await ctx.db
      .transaction()
      .execute((trx) => batch({ ...ctx, db: trx }));
    ctx.hub.deliver(entries);
    if (changed) ctx.hub.listings.changed(ids);
    if (ids.length < batchSize) return;
  }
}

interface Swept {
  ids: string[];
  entries: Awaited<ReturnType<typeof notifySellers>>;
  /** True if others see the change. */
  changed: boolean;
}

/**
 * Gives the listings of an older server a term. Each has at least two weeks, so that no seller
 * misses a notice.
 */
async function setMissingTerms({ db, config }: SweepContext): Promise<void> {
  const { rows } = await sql<{ kind: string; category: string }>`
    select distinct kind, category from listings l where ${isOpen} and due_at is null`.execute(db);
  for (const { kind, category } of rows) {
    await inBatches((size) =>
      sql`update listings set expires_at = term.ends, due_at = term.ends - interval '7 days'
        from (
          select id, greatest(created_at + make_interval(days => ${termDays(config, { kind, category })}),
            now() + interval '14 days') as ends
          from listings l
          where ${isOpen} and due_at is null and kind = ${kind} and category = ${category}
          limit ${size} for no key update skip locked
        ) as term
        where listings.id = term.id`.execute(db),
    );
  }
}

async function sendNotices(ctx: SweepContext): Promise<Swept> {
  const { rows } = await sql<ListingNotice>`
    update listings l set
      notices = case when is_last then 2 else 1 end,
      expires_at = ends, due_at = case when is_last then ends else ends - interval '1 day' end
    from (
      select id, ends, ends <= now() + interval '1 day' as is_last
      from listings l
      cross join lateral (
        select greatest(l.expires_at, now() + interval '1 day') as ends) as late
      where ${isOpen} and l.notices < 2 and l.due_at <= now()
      order by l.due_at limit ${batchSize} for no key update of l skip locked
    ) as due
    where l.id = due.id
    returning l.id, l.seller_id, l.title, l.price, l.expires_at as ends`.execute(ctx.db);
  const entries = await notifySellers(ctx, 'ending', rows);
  return { ids: rows.map(({ id }) => id), entries, changed: false };
}

async function endBatch(ctx: SweepContext): Promise<Swept> {
  const { rows } = await sql<ListingNotice>`
    update listings set ended_at = now()
    where id in (
      select id from listings l where ${isOver} and not ${hasDeal}
      order by due_at limit ${batchSize} for no key update skip locked
    )
    returning id, seller_id, title, price, expires_at as ends`.execute(ctx.db);
  const entries = await notifySellers(ctx, 'ended', rows);
  return { ids: rows.map(({ id }) => id), entries, changed: true };
}

/** Ends listings with open deals one by one, with an entry in each conversation. */
async function endThoseWithDeals(ctx: SweepContext): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from listings l where ${isOver} and ${hasDeal} order by due_at`.execute(ctx.db);
  for (const { id } of rows) await endWithDeals(ctx, id, isOver);
}

/** Ends a listing with its deals and notifies its seller, if `condition` is still true of it. */
export async function endWithDeals(
  ctx: SweepContext,
  listingId: string,
  condition: typeof isOver,
): Promise<void> {
  const entries = await changeDeals(ctx, { listingId }, async (deals) => {
    const { rows } = await sql<ListingNotice>`
      select id, seller_id, title, price, expires_at as ends from listings l
      where id = ${listingId} and ${condition}`.execute(deals.trx);
    if (rows.length === 0) return [];
    await endDealsWithEntries(deals, 'ended');
    await sql`update listings set ended_at = now() where id = ${listingId}`.execute(deals.trx);
    return notifySellers({ ...ctx, db: deals.trx }, 'ended', rows);
  });
  ctx.hub.deliver(entries);
}

/** Deletes listings that ended more than `endedListingDays` ago. */
export async function sweepEnded({ db }: { db: Db }): Promise<void> {
  await inBatches((size) =>
    sql`update listings set deleted_at = now() where id = any(array(
      select id from listings
      where ended_at < now() - make_interval(days => ${endedListingDays}) and deleted_at is null
      limit ${size}
    ))`.execute(db),
  );
}
