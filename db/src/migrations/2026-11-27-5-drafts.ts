import { type Kysely, sql } from 'kysely';

/**
 * Adds the listings that users have begun. `content` has the fields as typed and the addresses of the
 * photos, whose ids are in `image_ids`. `version` counts the saves. A user is notified at
 * `notified_at` that the draft will be deleted. A draft with `deleted_at` can be restored for a while.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table drafts (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      client_id uuid,
      version integer not null default 1,
      content jsonb not null,
      image_ids uuid[] not null default '{}',
      updated_at timestamptz(3) not null default now(),
      notified_at timestamptz(3),
      deleted_at timestamptz(3)
    )`.execute(db);
  await sql`create index drafts_by_user on drafts (user_id, updated_at desc, id desc)`.execute(db);
  await sql`create unique index drafts_client_id_key on drafts (user_id, client_id)`.execute(db);
  await sql`create index drafts_by_image on drafts using gin (image_ids)`.execute(db);
  await sql`create index drafts_by_age on drafts (updated_at) where notified_at is null`.execute(
    db,
  );
  await sql`create index drafts_by_notice on drafts (notified_at)
    where notified_at is not null`.execute(db);
  await sql`create index drafts_by_deletion on drafts (deleted_at)
    where deleted_at is not null`.execute(db);
}
