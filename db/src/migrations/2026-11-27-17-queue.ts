import { type Kysely, sql } from 'kysely';

export const concurrently = true;

/**
 * Adds what the moderation queue is ordered and filtered by, and the emails about it. A trigger
 * ranks a case whenever a report comes in, whichever feature stored it. `harm` is documented in
 * docs/product.md. Its default is for cases without reports.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table moderation_cases
    add column if not exists harm smallint not null default 30,
    add column if not exists reasons text[] not null default '{}'`.execute(db);
  await sql`alter table users
    add column if not exists mail_moderation boolean not null default true,
    add column if not exists moderation_mailed_at timestamptz(3)`.execute(db);
  await sql`
    create or replace function rank_case(ranked uuid) returns void language sql as $$
      update moderation_cases c
      set owner_id = f.owner_id, reasons = f.reasons,
        harm = f.severity + f.reporters
          + case c.target_type when 'message' then 15 when 'user' then 10 when 'listing' then 5 else 0 end
          + case owner.standing when 0 then 10 when 1 then 5 else 0 end
          - case c.reporter_count when 0 then 10 else 0 end
      from (
        select m.id, r.*, coalesce(case m.target_type
            when 'listing' then (select seller_id from listings where id = m.target_id)
            when 'message' then (select sender_id from messages where id = m.target_id)
            when 'review' then (select reviewer_id from reviews where id = m.target_id)
            when 'user' then (select id from users where id = m.target_id)
          end, m.owner_id) as owner_id
        from moderation_cases m
        cross join lateral (
          select coalesce(array_agg(distinct r.reason), '{}') as reasons,
            coalesce(max(case r.reason when 'harassment' then 60 when 'prohibited' then 45
              when 'scam' then 40 when 'spam' then 10 else 20 end), 20) as severity,
            least(25, coalesce(sum((array[1, 3, 5, 8])[u.standing + 1]), 0)) as reporters
          from reports r
          left join users u on u.id = r.reporter_id and u.deactivated_at is null
          where r.case_id = m.id
        ) r
        where m.id = ranked
      ) f
      left join users owner on owner.id = f.owner_id
      where c.id = f.id
    $$`.execute(db);
  await sql`
    create or replace function rank_reported_case() returns trigger language plpgsql as $$
    begin
      perform rank_case(new.case_id);
      return null;
    end $$`.execute(db);
  await sql`create or replace trigger reports_rank after insert on reports
    for each row execute function rank_reported_case()`.execute(db);
  await sql`select rank_case(id) from moderation_cases where status = 'open'`.execute(db);
  // The negative number lets one comparison of rows continue a page after the last row.
  await addIndex(
    db,
    'moderation_cases_by_harm',
    sql`((-harm), last_report_at, id) where status = 'open'`,
  );
  await addIndex(
    db,
    'moderation_cases_decided',
    sql`(decided_at) include (created_at) where status = 'decided'`,
  );
}

async function addIndex(db: Kysely<unknown>, name: string, columns: ReturnType<typeof sql>) {
  await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
  await sql`create index concurrently ${sql.ref(name)} on moderation_cases ${columns}`.execute(db);
}
