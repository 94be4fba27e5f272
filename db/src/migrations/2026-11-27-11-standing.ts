import { type Kysely, sql } from 'kysely';

/**
 * Adds the standing of each user and the record of decisions about them. Standing is 0 for a new
 * account, 1 for a member, 2 for a regular and 3 for a trusted neighbor.
 *
 * A decision names what its subject needs to understand it: the community rule or the screening
 * rule, the passage that met it, and what to change. `decided_by` is null for a decision that the
 * server made. Targets have no foreign key, because they are of several kinds and the record
 * outlives them.
 *
 * The log of sign-ins is one of the sources of the standing. It has keyed
 * hashes, from which no address can be read, and `rough_network`, which its user sees. A refused
 * sign-in may be a stranger's, so the indexes that link accounts leave it out.
 *
 * `days_present` counts the days, in UTC, on which a user was here, up to `present_on`. A moderator
 * may raise or lower the level by `standing_adjustment`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users
    add column standing smallint not null default 0 check (standing between 0 and 3)`.execute(db);
  await sql`
    create table decisions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      kind text not null check (kind in
        ('held', 'hidden', 'flagged', 'deleted', 'warned', 'suspended', 'deactivated')),
      target_type text not null check (target_type in ('listing', 'message', 'review', 'user')),
      target_id uuid not null,
      case_id uuid references moderation_cases on delete set null,
      guideline smallint,
      rule text check (length(rule) between 1 and 100),
      passage text check (length(passage) between 1 and 500),
      advice text check (length(advice) between 1 and 500),
      reason text check (length(reason) between 1 and 1000),
      decided_by uuid references users on delete set null,
      created_at timestamptz(3) not null default now(),
      reversed_at timestamptz(3)
    )`.execute(db);
  await sql`create index decisions_by_user on decisions (user_id, created_at desc, id desc)`.execute(
    db,
  );
  await sql`create index decisions_by_target on decisions (target_type, target_id)`.execute(db);
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
