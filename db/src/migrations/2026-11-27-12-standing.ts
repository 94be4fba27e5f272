import { type Kysely, sql } from 'kysely';

/**
 * Adds the log of sign-ins, and what the standing of a user is computed from. The log has keyed
 * hashes, from which no address can be read, and `rough_network`, which its user sees. A refused
 * sign-in may be a stranger's, so the indexes that link accounts leave it out.
 *
 * `days_present` counts the days, in UTC, on which a user was here, up to `present_on`. A moderator
 * may raise or lower the level by `standing_adjustment`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sign_ins (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      outcome text not null,
      user_agent text not null default '' check (length(user_agent) <= 300),
      rough_network text not null,
      mailbox_hash bytea not null,
      network_hash bytea,
      browser_hash bytea,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index sign_ins_newest on sign_ins (user_id, created_at desc, id desc)`.execute(
    db,
  );
  await sql`create index sign_ins_by_age on sign_ins (created_at)`.execute(db);
  await sql`create index sign_ins_by_mailbox on sign_ins (mailbox_hash, created_at desc)
    where outcome <> 'refused'`.execute(db);
  await sql`create index sign_ins_by_network on sign_ins (network_hash, created_at desc)
    where outcome <> 'refused' and network_hash is not null`.execute(db);
  await sql`create index sign_ins_by_browser on sign_ins (browser_hash, created_at desc)
    where outcome <> 'refused' and browser_hash is not null`.execute(db);
  await sql`
    alter table users
      add column days_present integer not null default 0 check (days_present >= 0),
      add column present_on date,
      add column standing_adjustment smallint not null default 0
        check (standing_adjustment between -3 and 3),
      add column standing_reason text check (length(standing_reason) between 1 and 1000)`.execute(
    db,
  );
  await sql`create index decisions_by_change on decisions (greatest(created_at, reversed_at))`.execute(
    db,
  );
  // Nobody who was here before starts over. The first run of the job finds the level.
  await sql`
    update users u set days_present = known.days, present_on = known.newest,
      standing = case when u.created_at < now() - interval '3 days' then 1 else 0 end
    from (
      select user_id, count(*) as days, max(day) as newest
      from (
        select seller_id as user_id, (created_at at time zone 'UTC')::date as day from listings
        union select sender_id, (created_at at time zone 'UTC')::date from messages
        union select user_id, (last_seen_at at time zone 'UTC')::date from sessions
        union select user_id, (last_used_at at time zone 'UTC')::date from trusted_devices
      ) as seen
      group by user_id
    ) as known
    where u.id = known.user_id`.execute(db);
}
