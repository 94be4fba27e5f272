import { type Kysely, sql } from 'kysely';

/**
 * Adds the standing of each user and the record of decisions about them. Standing is 0 for a new
 * account, 1 for a member, 2 for a regular and 3 for a trusted neighbor.
 *
 * A decision names what its subject needs to understand it: the community rule or the screening
 * rule, the passage that met it, and what to change. `decided_by` is null for a decision that the
 * server made. Targets have no foreign key, because they are of several kinds and the record
 * outlives them.
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
}
