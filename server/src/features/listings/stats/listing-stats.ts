import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { ListingHint } from '@marketplace/shared/listings/hints';
import { isId } from '@marketplace/shared/ids';
import { priceGuideInput } from '@marketplace/shared/listings/inputs';
import { type ListingStats, statsDays } from '@marketplace/shared/listings/stats';
import { regionDay, regionZone } from '@marketplace/shared/regions/region-time';
import { texts } from '@marketplace/shared/texts';
import { AppError } from '../../../errors.ts';
import { findPriceGuide } from '../price-guide.ts';

/** The medians of fewer listings would say little. */
const fewestSimilar = 5;

/** How many similar listings are compared, newest first. */
const mostSimilar = 100;

/** From this many views on, a listing without a conversation gets a hint. */
const manyViews = 20;

type Similar = NonNullable<ListingStats['similar']> & { photos: number };

/**
 * Returns the figures of the seller's listing over the last `statsDays` days. Throws NOT_FOUND for
 * any other listing, also of other sellers.
 */
export async function readListingStats(
  db: Db,
  sellerId: string,
  { id, now = Date.now() }: { id: string; now?: number },
): Promise<ListingStats> {
  const today = regionDay(now);
  const listing = isId(id) && (await findOwnListing(db, { id, sellerId }, today));
  if (!listing) throw new AppError('NOT_FOUND', texts.listingNotFound);
  const [days, similar] = await Promise.all([
    countByDay(db, listing.id, today),
    compareSimilar(db, listing, today),
  ]);
  return { days, similar, hint: await findHint(db, { ...listing, days, similar }) };
}

type OwnListing = NonNullable<Awaited<ReturnType<typeof findOwnListing>>>;

/**
 * Finds an undeleted listing. `span` is the number of the last `statsDays` days on which it was up.
 * That is all of them for a renewed listing, because the time of its first posting is not stored.
 */
function findOwnListing(db: Db, own: { id: string; sellerId: string }, today: string) {
  const posted = dayOf('created_at');
  return db
    .selectFrom('listings')
    .select(['id', 'sellerId', 'title', 'category', 'condition', 'price', 'kind'])
    .select(['visible', 'availability'])
    .select(
      sql<number>`case when renewed_at is null
        then greatest(1, least(${statsDays}, ${today}::date - ${posted} + 1))
        else ${statsDays} end`.as('span'),
    )
    .select(sql<number>`${photosOf('listings.id')}::int`.as('photos'))
    .where((eb) => eb.and({ ...own, deletedAt: null }))
    .executeTakeFirst();
}

/** Returns SQL for the day of the region in a column. */
const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone ${regionZone})::date`;

const photosOf = (id: string) =>
  sql`(select count(*) from listing_images where listing_id = ${sql.ref(id)})`;

async function countByDay(db: Db, id: string, today: string): Promise<ListingStats['days']> {
  const { rows } = await sql<ListingStats['days'][number]>`with days as (
      select ${today}::date - n as day from generate_series(0, ${statsDays}::int - 1) as n
    ), saved as (
      select ${dayOf('created_at')} as day, count(*)::int as count
      from favorites where listing_id = ${id} group by 1
    ), begun as (
      select ${dayOf('created_at')} as day, count(*)::int as count
      from conversations where listing_id = ${id} and last_seq > 0 group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(views, 0) as views,
      coalesce(saved.count, 0) as favorites, coalesce(begun.count, 0) as conversations
    from days
    left join (select day, views from listing_views where listing_id = ${id}) v using (day)
    left join saved using (day)
    left join begun using (day)
    order by day`.execute(db);
  return rows;
}

/**
 * Returns the medians of the newest similar listings: of the same category and kind, in lists, by
 * other sellers, and up for at least as many days. A listing that has been up for less than
 * `statsDays` days is compared with the first days of the others, when they were as new.
 */
async function compareSimilar(db: Db, own: OwnListing, today: string): Promise<Similar | null> {
  if (own.category === '') return null;
  const { span } = own;
  const within = (day: ReturnType<typeof dayOf>) =>
    sql`${day} >= first and ${day} < first + ${span}::int`;
  const median = (column: string) =>
    sql`percentile_cont(0.5) within group (order by ${sql.ref(column)})`;
  const { rows } = await sql<Similar>`with compared as (
      select id, case when ${span}::int < ${statsDays}
        then ${dayOf('created_at')} else ${today}::date - ${span}::int + 1 end as first
      from listings
      where category = ${own.category} and kind = ${own.kind} and visible and deleted_at is null
        and seller_id <> ${own.sellerId}
        and created_at < (${today}::date - ${span}::int + 2)::timestamp at time zone ${regionZone}
      order by created_at desc, id desc limit ${sql.lit(mostSimilar)}
    ), counted as (
      select
        (select coalesce(sum(views), 0) from listing_views
          where listing_id = compared.id and ${within(sql`day`)}) as views,
        (select count(*) from favorites
          where listing_id = compared.id and ${within(dayOf('created_at'))}) as favorites,
        (select count(*) from conversations where listing_id = compared.id and last_seq > 0
          and ${within(dayOf('created_at'))}) as conversations,
        ${photosOf('compared.id')} as photos
      from compared
    )
    select count(*)::int as count, ${span}::int as days, ${median('views')} as views,
      ${median('favorites')} as favorites, ${median('conversations')} as conversations,
      ${median('photos')} as photos
    from counted`.execute(db);
  const [found] = rows;
  return found && found.count >= fewestSimilar ? found : null;
}

/**
 * Returns the hint that the figures of an available offer support, the one that helps most first.
 * A listing that gets messages, and as many as similar ones, needs none.
 */
async function findHint(
  db: Db,
  own: OwnListing & { days: ListingStats['days']; similar: Similar | null },
): Promise<ListingHint | null> {
  const { similar } = own;
  if (!own.visible || own.availability !== 'available' || own.kind !== 'offer') return null;
  const total = (of: 'views' | 'conversations') => own.days.reduce((sum, day) => sum + day[of], 0);
  const [views, conversations] = [total('views'), total('conversations')];
  if (conversations > 0 && conversations >= (similar?.conversations ?? 0)) return null;
  const guided = priceGuideInput.safeParse(own);
  const guide = guided.success ? await findPriceGuide(db, own.sellerId, guided.data) : null;
  if (guide && Number(own.price) > Number(guide.high)) return 'price-above-similar';
  if (similar && own.photos < similar.photos) return 'few-photos';
  const isMany = views >= Math.max(manyViews, similar?.views ?? 0);
  return isMany && conversations === 0 ? 'many-views-no-messages' : null;
}
