import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { maxCountedListings, type ReplyTime } from '@marketplace/shared/account/constants';
import type { ProfileView } from '@marketplace/shared/users/views';
import { getPublicUser } from '../users/users.ts';

/** A user's public page. Throws NOT_FOUND, also for a deactivated or deleted user. */
export async function getProfile(db: Db, id: string): Promise<ProfileView> {
  const user = await getPublicUser(db, id);
  const [activeListings, replyTime] = await Promise.all([
    countListings(db, user.id),
    findReplyTime(db, user.id),
  ]);
  return { ...user, activeListings, replyTime };
}

async function countListings(db: Db, sellerId: string): Promise<number> {
  const some = db
    .selectFrom('listings')
    .select('id')
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .where('visible', '=', true)
    .limit(maxCountedListings);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many conversations are looked at: the newest ones of the last days. */
const conversations = 20;
const days = 90;
/** Fewer known reply times than this say nothing. */
const enough = 3;
/** A reply is looked for among the first messages of a conversation. */
const firstMessages = 50;

const hour = 3600;

/**
 * How long the seller usually takes to answer a first message: the median over their newest
 * conversations. One without an answer counts as the longest after a day.
 */
async function findReplyTime(db: Db, sellerId: string): Promise<ReplyTime | null> {
  const { rows } = await sql<{ known: number; median: number | null }>`
    with recent as (
      select c.id from conversation_participants p
      join conversations c on c.id = p.conversation_id
      where p.user_id = ${sellerId} and c.seller_id = ${sellerId} and c.last_seq > 0
        and p.last_message_at > now() - make_interval(days => ${days})
        and c.created_at > now() - make_interval(days => ${days})
      order by p.last_message_at desc, p.conversation_id desc
      limit ${conversations}
    ), times as (
      select extract(epoch from reply.created_at - first.created_at)::float8 as seconds,
        first.created_at as asked_at
      from recent
      join messages first on first.conversation_id = recent.id and first.seq = 1
        and first.sender_id <> ${sellerId}
      left join lateral (
        select m.created_at from messages m
        where m.conversation_id = recent.id and m.seq <= ${firstMessages}
          and m.sender_id = ${sellerId}
        order by m.seq limit 1
      ) reply on true
    )
    select count(*)::integer as known,
      percentile_disc(0.5) within group (order by coalesce(seconds, 'infinity')) as median
    from times
    where seconds is not null or asked_at < now() - interval '1 day'`.execute(db);
  const { known = 0, median = null } = rows[0] ?? {};
  if (known < enough || median === null) return null;
  if (median <= hour) return 'within an hour';
  if (median <= 6 * hour) return 'within a few hours';
  return median <= 24 * hour ? 'within a day' : null;
}
