import { type Kysely, sql } from 'kysely';

/**
 * Adds webhooks and their deliveries. A delivery has its `data` until it is delivered or has failed.
 * Triggers add one for each change of a listing, and enqueue the job of each delivery, so that no
 * writer can forget to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The unique index also finds a user's webhooks.
  await sql`
    create table webhooks (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      client_id uuid not null,
      url text not null,
      events text[] not null check (cardinality(events) > 0),
      sealed_secret text not null,
      enabled boolean not null default true,
      disabled_reason text check (disabled_reason in ('failed', 'gone')),
      created_at timestamptz(3) not null default now(),
      constraint webhooks_client_id_key unique (user_id, client_id)
    )`.execute(db);
  // There is no foreign key, because it would make the sender of a message wait for the receiver who
  // deletes a webhook. A job removes what such a race leaves behind.
  await sql`
    create table webhook_deliveries (
      id uuid primary key default gen_random_uuid(),
      webhook_id uuid not null,
      event text not null,
      data jsonb,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
      tries smallint not null default 0,
      status_code integer,
      answer text,
      error text,
      next_try_at timestamptz(3),
      created_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  await sql`create index webhook_deliveries_newest
    on webhook_deliveries (webhook_id, created_at desc, id desc)`.execute(db);
  await sql`create index webhook_deliveries_by_age on webhook_deliveries (created_at)`.execute(db);
  // Workers limit how many jobs with the same flag they run at once.
  await sql`
    create function queue_webhook_delivery() returns trigger language plpgsql as $$
    begin
      perform graphile_worker.add_job('deliverWebhook', json_build_object('id', new.id),
        flags => array(select user_id::text from webhooks where id = new.webhook_id));
      return null;
    end $$`.execute(db);
  await sql`create trigger webhook_deliveries_inserted after insert on webhook_deliveries
    for each row execute function queue_webhook_delivery()`.execute(db);
  await sql`
    create function note_webhook_listing() returns trigger language plpgsql as $$
    declare
      happened text := case
        when tg_op = 'INSERT' then 'listing.created'
        when new.deleted_at is not null then
          case when old.availability not in ('sold', 'expired') then 'listing.ended' end
        when new.availability = old.availability then 'listing.updated'
        when new.availability = 'sold' then 'listing.sold'
        when new.availability = 'expired' then 'listing.ended'
        else 'listing.updated'
      end;
    begin
      insert into webhook_deliveries (webhook_id, event, data)
      select id, happened, jsonb_build_object(
        'id', new.id, 'title', new.title, 'price', new.price::text, 'kind', new.kind,
        'availability', new.availability, 'isActive', new.is_active, 'version', new.version)
      from webhooks
      where user_id = new.seller_id and enabled and happened = any(events);
      return null;
    end $$`.execute(db);
  await sql`create trigger listings_inserted_webhooks after insert on listings
    for each row when (current_setting('marketplace.seeding', true) is distinct from 'on')
    execute function note_webhook_listing()`.execute(db);
  await sql`create trigger listings_updated_webhooks after update on listings
    for each row when (old.deleted_at is null and new.seller_active
      and (new.version <> old.version or new.deleted_at is not null))
    execute function note_webhook_listing()`.execute(db);
}
