import { type Kysely, sql } from 'kysely';

/** Cases of the moderation queue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCases(db);
  await sql`alter table listings add column hidden_by_reports_at timestamptz(3)`.execute(db);
}

/** A case gathers the reports on one target until it is decided; a later report opens a new one. */
async function createCases(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table moderation_cases (
      id uuid primary key default gen_random_uuid(),
      target_type text not null check (target_type in ('listing', 'message', 'review', 'user')),
      target_id uuid not null,
      status text not null default 'open' check (status in ('open', 'decided')),
      reporter_count integer not null default 0 check (reporter_count >= 0),
      claimed_by uuid references users on delete set null,
      claimed_at timestamptz(3),
      decision text check (decision in ('dismiss', 'flag', 'delete', 'warn', 'deactivate')),
      reason text check (length(reason) between 1 and 1000),
      decided_by uuid references users on delete set null,
      decided_at timestamptz(3),
      undo jsonb,
      created_at timestamptz(3) not null default now(),
      last_report_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create unique index moderation_cases_open_key on moderation_cases
    (target_type, target_id) where status = 'open'`.execute(db);
  await sql`create index moderation_cases_queue on moderation_cases
    (status, last_report_at desc, id desc)`.execute(db);
  await sql`create index moderation_cases_by_target on moderation_cases
    (target_type, target_id, decided_at desc)`.execute(db);

  await sql`alter table reports add column case_id uuid
    references moderation_cases on delete cascade`.execute(db);
  await sql`
    insert into moderation_cases
      (target_type, target_id, reporter_count, created_at, last_report_at)
    select target_type, target_id, count(*), min(created_at), max(created_at)
    from reports group by target_type, target_id`.execute(db);
  await sql`
    update reports r set case_id = c.id from moderation_cases c
    where c.target_type = r.target_type and c.target_id = r.target_id`.execute(db);
  await sql`drop index reports_open`.execute(db);
  await sql`
    alter table reports alter column case_id set not null,
      drop column status, drop column claimed_by, drop column claimed_at,
      drop column decision, drop column decided_by, drop column decided_at`.execute(db);
  await sql`create index reports_by_case on reports (case_id, created_at desc)`.execute(db);
}
