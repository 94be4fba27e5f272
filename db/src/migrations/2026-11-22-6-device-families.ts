import { type Kysely, sql } from 'kysely';

/**
 * The cookie of a trusted device changes at each use: its first part is the family, which stays and
 * finds the device when an old cookie comes back. The previous version leaves `family_hash` empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table trusted_devices
      add column family_hash bytea constraint trusted_devices_family_hash_key unique,
      add column previous_hash bytea,
      add column rotated_at timestamptz(3)`.execute(db);
  await sql`alter table sessions add column device_id uuid`.execute(db);
}
