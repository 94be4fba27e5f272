import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { type Facts, loweredDays } from '@marketplace/shared/standing/levels';
import { bothWrote } from '../messaging/conversations.ts';
import { areLinked } from './linked-accounts.ts';

/** The facts about a user. `presentOn` is the day up to which the days of presence are counted. */
export interface UserFacts extends Facts {
  id: string;
  standing: number;
  presentOn: string | null;
  /** What `users` has, which a concurrent update may have changed. */
  storedOn: string | null;
  /** When the newest decision that lowers the level was made. */
  decidedAt: Date | null;
}

/** How many of a user's newest conversations are looked at, so that a flood of them costs little. */
const maxConversations = 500;

const linkedToU = (other: string) => areLinked(sql.ref('u.id'), sql.ref(other));

/** The days, in UTC, on which a user was here. Those before `present_on` are counted in the row. */
const newDays = sql`(
  select count(distinct day)::integer as days, max(day) as newest
  from (
    select (last_seen_at at time zone 'UTC')::date as day from sessions where user_id = u.id
    union all
    select (created_at at time zone 'UTC')::date from sign_ins
    where user_id = u.id and outcome <> 'refused'
  ) as seen
  where u.present_on is null or day > u.present_on)`;

/** Counts people, not conversations. They must not be new, or accounts could vouch for each other. */
const people = sql`(
  select count(distinct other_id) filter (where talked)::integer as conversations,
    count(distinct other_id) filter (where dealt)::integer as handovers
  from (
    select p.other_id, ${bothWrote} as talked,
      exists (select from sales where conversation_id = c.id and verified and undone_at is null)
        as dealt
    from conversation_participants p
    join conversations c on c.id = p.conversation_id
    join users o on o.id = p.other_id and o.standing > 0
      and o.deactivated_at is null and o.deleted_at is null
    where p.user_id = u.id and c.last_seq > 1
    order by p.last_message_at desc
    limit ${maxConversations}
  ) as met
  where (talked or dealt) and not ${linkedToU('met.other_id')})`;

const orders = sql`(
  select count(*)::integer as orders from orders
  where buyer_id = u.id and captured_at is not null and state = 'captured'
    and not ${linkedToU('orders.seller_id')})`;

const reports = sql`(
  select count(*) filter (where decision <> 'dismiss')::integer as upheld,
    count(*) filter (where decision = 'dismiss')::integer as rejected
  from reports r join moderation_cases c on c.id = r.case_id and c.status = 'decided'
  where r.reporter_id = u.id and (c.owner_id is null or not ${linkedToU('c.owner_id')}))`;

/** Decisions by the server are not upheld yet: held content, and listings that reports hid. */
const decisions = sql`(
  select count(*)::integer as decisions, max(created_at) as newest from decisions
  where user_id = u.id and kind not in ('held', 'hidden') and reversed_at is null
    and created_at > now() - make_interval(days => ${loweredDays}))`;

/** Returns the facts about these users, without deleted ones, from one statement. */
export async function readFacts(db: Db, userIds: string[]): Promise<UserFacts[]> {
  const { rows } =
    await sql<UserFacts>`select u.id, u.standing, u.standing_adjustment as adjustment, u.present_on::text as stored_on,
      extract(day from now() - u.created_at)::integer as age_days,
      u.days_present + d.days as days_present,
      coalesce(d.newest, u.present_on)::text as present_on,
      p.conversations, p.handovers, o.orders, r.upheld as upheld_reports,
      r.rejected as rejected_reports, n.decisions, n.newest as decided_at
    from users u
    cross join lateral ${newDays} d
    cross join lateral ${people} p
    cross join lateral ${orders} o
    cross join lateral ${reports} r
    cross join lateral ${decisions} n
    where u.id = any(${userIds}::uuid[]) and u.deleted_at is null`.execute(db);
  return rows;
}
