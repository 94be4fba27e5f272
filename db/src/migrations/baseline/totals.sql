-- Counts per kind and day in New York time, which triggers update with every change.

-- The rows of a day are spread over 16 shards by the database connection, so that concurrent writers
-- do not wait for each other.
create table totals (
  kind text not null,
  day date not null,
  shard smallint not null,
  count bigint not null default 0,
  primary key (kind, day, shard)
) with (fillfactor = 50);

create function count_added() returns trigger language plpgsql as $$
begin
  insert into totals as t (kind, day, shard, count)
  select tg_argv[0], (created_at at time zone 'America/New_York')::date,
    pg_backend_pid() % 16, count(*)
  from added group by 2 order by 2
  on conflict (kind, day, shard) do update set count = t.count + excluded.count;
  return null;
end $$;
create trigger users_added after insert on users
  referencing new table as added for each statement execute function count_added('users');
create trigger listings_added after insert on listings
  referencing new table as added for each statement execute function count_added('listings');
create trigger conversations_added after insert on conversations
  referencing new table as added for each statement execute function count_added('conversations');
create trigger messages_added after insert on messages
  referencing new table as added for each statement execute function count_added('messages');
create trigger reports_added after insert on reports
  referencing new table as added for each statement execute function count_added('reports');

create function count_removed() returns trigger language plpgsql as $$
begin
  insert into totals as t (kind, day, shard, count)
  values (tg_argv[0], (now() at time zone 'America/New_York')::date, pg_backend_pid() % 16,
    case when new.deleted_at is null then -1 else 1 end)
  on conflict (kind, day, shard) do update set count = t.count + excluded.count;
  return null;
end $$;

-- Removals, offers and sales are counted at the commit, after everything else that their transactions
-- lock. Otherwise two of them could wait for each other's row of the totals. An undone sale does not
-- count.
create constraint trigger users_removed after update of deleted_at on users
  deferrable initially deferred
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function count_removed('usersRemoved');
create constraint trigger listings_removed after update of deleted_at on listings
  deferrable initially deferred
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function count_removed('listingsRemoved');

create function count_deal() returns trigger language plpgsql as $$
begin
  insert into totals as t (kind, day, shard, count)
  values (tg_table_name, (coalesce((to_jsonb(new) ->> 'sold_at')::timestamptz, now())
      at time zone 'America/New_York')::date, pg_backend_pid() % 16, tg_argv[0]::integer)
  on conflict (kind, day, shard) do update set count = t.count + excluded.count;
  return null;
end $$;
create constraint trigger offers_added after insert on offers
  deferrable initially deferred for each row execute function count_deal('1');
create constraint trigger sales_added after insert on sales
  deferrable initially deferred for each row execute function count_deal('1');
create constraint trigger sales_undone after update of undone_at on sales
  deferrable initially deferred for each row
  when (old.undone_at is null and new.undone_at is not null)
  execute function count_deal('-1');
