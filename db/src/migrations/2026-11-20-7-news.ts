import { type Kysely, sql } from 'kysely';

/** Grouped notifications, and totals kept with every change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_log_by_target on audit_log (target_type, target_id, id desc)`.execute(
    db,
  );

  // Unread news of one group are one row that counts them.
  await sql`
    alter table notifications
      add column group_key text not null default gen_random_uuid()::text,
      add column count integer not null default 1 check (count > 0)`.execute(db);
  await sql`create unique index notifications_unread_group_key on notifications
    (user_id, group_key) where read_at is null`.execute(db);
  await sql`alter table users add column mail_reviews boolean not null default true`.execute(db);

  // Admins look people up by any part of an address or a name.
  await sql`create index users_search on users using gin ((
    email || ' ' || username || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')
  ) gin_trgm_ops)`.execute(db);
  await createTotals(db);
}

/**
 * What was made on each day of the region, and what was removed. The rows of a day are spread over
 * shards by the database connection, so that people who send at once do not wait for each other.
 */
async function createTotals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table totals (
      kind text not null,
      day date not null,
      shard smallint not null,
      count bigint not null default 0,
      primary key (kind, day, shard)
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create function count_added() returns trigger language plpgsql as $$
    begin
      insert into totals as t (kind, day, shard, count)
      select tg_argv[0], (created_at at time zone 'America/New_York')::date,
        pg_backend_pid() % 16, count(*)
      from added group by 2 order by 2
      on conflict (kind, day, shard) do update set count = t.count + excluded.count;
      return null;
    end $$`.execute(db);
  await sql`
    create function count_removed() returns trigger language plpgsql as $$
    begin
      insert into totals as t (kind, day, shard, count)
      values (tg_argv[0], (now() at time zone 'America/New_York')::date, pg_backend_pid() % 16,
        case when new.deleted_at is null then -1 else 1 end)
      on conflict (kind, day, shard) do update set count = t.count + excluded.count;
      return null;
    end $$`.execute(db);
  for (const table of ['users', 'listings', 'conversations', 'messages', 'reports']) {
    await sql`
      create trigger ${sql.ref(`${table}_added`)} after insert on ${sql.table(table)}
      referencing new table as added for each statement
      execute function count_added(${sql.lit(table)})`.execute(db);
    await sql`
      insert into totals (kind, day, shard, count)
      select ${sql.lit(table)}, (created_at at time zone 'America/New_York')::date, 0, count(*)
      from ${sql.table(table)} group by 2`.execute(db);
  }
  for (const table of ['users', 'listings']) {
    const kind = sql.lit(`${table}Removed`);
    await sql`
      create trigger ${sql.ref(`${table}_removed`)} after update of deleted_at on ${sql.table(table)}
      for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
      execute function count_removed(${kind})`.execute(db);
    await sql`
      insert into totals (kind, day, shard, count)
      select ${kind}, (deleted_at at time zone 'America/New_York')::date, 0, count(*)
      from ${sql.table(table)} where deleted_at is not null group by 2`.execute(db);
  }
}
