import { type RawBuilder, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { linkShares } from '@marketplace/shared/admin/person';

type Share = (typeof linkShares)[number];

/** How many accounts are returned, strongest link first. */
const maxAccounts = 50;
/** How many of the newest sign-ins with the same trace are read. */
const maxSignIns = 1_000;

/** An SQL condition: the sign-in counts for its network, which many people may share over time. */
const isRecent = (signIn: string) =>
  sql<boolean>`${sql.ref(`${signIn}.created_at`)} > now() - interval '90 days'`;

/**
 * Returns the accounts that signed in with the user's mailbox or browser within a year, or from the
 * user's network within 90 days. A mailbox counts without dots and a plus part. A network alone is a
 * weak link: households, campuses and mobile carriers share one. Refused sign-ins link nothing,
 * because a stranger can cause them.
 */
export async function linkedAccounts(
  db: Db,
  userId: string,
): Promise<{ userId: string; shares: Share[] }[]> {
  const sharing = (share: Share, only = sql`true`) => {
    const hash = sql.ref(`${share}_hash`);
    return sql`
      select b.user_id, ${share}::text as share
      from (select distinct ${hash} as hash from own where ${only}) a
      cross join lateral (
        select user_id from sign_ins
        where ${hash} = a.hash and outcome <> 'refused'
          and ${share === 'network' ? isRecent('sign_ins') : sql`true`}
        order by created_at desc limit ${maxSignIns}) b`;
  };
  const { rows } = await sql<{ userId: string; shares: Share[] }>`with own as (
      select * from sign_ins where user_id = ${userId} and outcome <> 'refused'
      order by created_at desc limit ${maxSignIns}
    )
    select user_id, array_agg(distinct share order by share) as shares
    from (${sharing('mailbox')} union all ${sharing('browser')}
      union all ${sharing('network', isRecent('own'))}) as linked
    where user_id <> ${userId}
    group by user_id
    order by bool_or(share = 'mailbox') desc, bool_or(share = 'browser') desc, user_id
    limit ${maxAccounts}`.execute(db);
  return rows;
}

/** The different traces of a user's newest sign-ins, without networks that no longer count. */
const tracesOf = (userId: RawBuilder<unknown>) => sql`(
  select distinct mailbox_hash, browser_hash,
    case when ${isRecent('newest')} then network_hash end as network_hash
  from (
    select * from sign_ins where user_id = ${userId} and outcome <> 'refused'
    order by created_at desc limit ${maxSignIns}) as newest)`;

/** Returns an SQL condition: the two accounts are linked, as `linkedAccounts` says. */
export function areLinked(one: RawBuilder<unknown>, other: RawBuilder<unknown>) {
  return sql<boolean>`exists (
    select from ${tracesOf(one)} a join ${tracesOf(other)} b on b.mailbox_hash = a.mailbox_hash
      or b.browser_hash = a.browser_hash or b.network_hash = a.network_hash)`;
}
