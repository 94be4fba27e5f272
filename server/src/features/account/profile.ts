import { sql } from 'kysely';
import { type Db, runPrepared } from '@marketplace/db/database';
import type { ReplyTime } from '@marketplace/shared/account/constants';
import { maxCounted, maxVerifiedReviews } from '@marketplace/shared/account/constants';
import { missedMeetups } from '@marketplace/shared/deals/constants';
import type { ProfileView } from '@marketplace/shared/users/views';
import { bothWrote } from '../messaging/conversations.ts';
import { getPublicUser } from '../users/users.ts';

/** Returns a public profile. Throws NOT_FOUND for an unknown, deactivated or deleted user. */
export async function getProfile(db: Db, id: string): Promise<ProfileView> {
  const user = await getPublicUser(db, id);
  const statement = { name: 'seller-facts', values: { sellerId: user.id } };
  const [facts] = await runPrepared(db, statement, ({ sellerId }) =>
    db.selectNoFrom([
      activeListings(sellerId).as('activeListings'),
      sales(sellerId).as('sales'),
      verifiedReviews(sellerId).as('verifiedReviews'),
      reviewsAsBuyer(sellerId).as('reviewsAsBuyer'),
      missed(sellerId).as('missed'),
      medianReply(sellerId).as('replySeconds'),
    ]),
  );
  if (!facts) throw new Error('a select without a table has one row');
  const { replySeconds, missed: missedOnes, ...counts } = facts;
  return {
    ...user,
    ...counts,
    missedMeetups: missedOnes >= missedMeetups.shownFrom ? missedOnes : 0,
    replyTime: replyTimeOf(replySeconds),
  };
}

const activeListings = (sellerId: string) => sql<number>`(
  select count(*)::integer from (
    select from listings
    where seller_id = ${sellerId} and deleted_at is null and visible
    limit ${sql.lit(maxCounted)}) listings)`;

/** Counts paid orders, and hand-overs with a code that were not paid here. */
const sales = (sellerId: string) => sql<number>`(
  select count(*)::integer from (
    select from orders
    where seller_id = ${sellerId} and captured_at is not null and state = 'captured'
    union all
    select from listings l
    join sales s on s.listing_id = l.id and s.undone_at is null and s.verified
    where l.seller_id = ${sellerId} and l.sold_at is not null and not exists (
      select from orders o where o.listing_id = l.id and o.captured_at is not null
        and o.state = 'captured')
    limit ${sql.lit(maxCounted)}) sales)`;

const reviewsAsBuyer = (userId: string) => sql<number>`(
  select count(*)::integer from (
    select from reviews where seller_id = ${userId} and about = 'buyer' and state = 'public'
    limit ${sql.lit(maxCounted)}) reviews)`;

/** Counts the recent meetups to which the user did not come, according to the other person. */
const missed = (userId: string) => sql<number>`(
  select count(*)::integer from meetups
  where missed_by = ${userId}
    and starts_at > now() - make_interval(days => ${sql.lit(missedMeetups.withinDays)}))`;

/**
 * Counts reviews with verified contact. The condition filters the count, because a join might begin
 * with all messages of a sender.
 */
const verifiedReviews = (sellerId: string) => sql<number>`(
  select (count(*) filter (where ${bothWrote} or exists (
    select from sales s where s.conversation_id = c.id and s.verified)))::integer from (
    select listing_id, reviewer_id from reviews
    where seller_id = ${sellerId} and about = 'seller' and state = 'public'
    order by created_at desc, id desc
    limit ${sql.lit(maxVerifiedReviews)}) r
  join conversations c on c.listing_id = r.listing_id and c.buyer_id = r.reviewer_id
    and c.seller_id = ${sellerId})`;

/** The reply time is based on at most this many of the newest conversations. */
const conversations = 20;
/** Only conversations from this many days count. */
const days = 90;
/** A reply is looked for among this many first messages of a conversation. */
const firstMessages = 50;
/** With fewer answers than this, no reply time is shown. */
const enough = 3;

/**
 * The median time to the seller's first answer in seconds; null with too few answers. A question
 * without an answer after a day counts as the longest time. `offset 0` limits the messages read.
 */
const medianReply = (sellerId: string) => sql<number | null>`(
  with recent as (
    select c.id from conversation_participants p
    join conversations c on c.id = p.conversation_id
    where p.user_id = ${sellerId} and c.seller_id = ${sellerId} and c.last_seq > 0
      and p.last_message_at > now() - make_interval(days => ${sql.lit(days)})
      and c.created_at > now() - make_interval(days => ${sql.lit(days)})
    order by p.last_message_at desc, p.conversation_id desc
    limit ${sql.lit(conversations)}
  ), times as (
    select extract(epoch from reply.created_at - first.created_at)::float8 as seconds,
      first.created_at as asked_at
    from recent
    join messages first on first.conversation_id = recent.id and first.seq = 1
      and first.sender_id <> ${sellerId}
    left join lateral (
      select m.created_at from (
        select seq, sender_id, created_at from messages
        where conversation_id = recent.id and seq <= ${sql.lit(firstMessages)}
        offset 0) m
      where m.sender_id = ${sellerId}
      order by m.seq limit 1
    ) reply on true
  )
  select case when count(seconds) >= ${sql.lit(enough)} then
    percentile_disc(0.5) within group (order by coalesce(seconds, 'infinity')) end
  from times
  where seconds is not null or asked_at < now() - interval '1 day')`;

function replyTimeOf(seconds: number | null): ReplyTime | null {
  const hours = (seconds ?? Infinity) / 3600;
  if (hours <= 1) return 'within an hour';
  if (hours <= 6) return 'within a few hours';
  return hours <= 24 ? 'within a day' : null;
}
