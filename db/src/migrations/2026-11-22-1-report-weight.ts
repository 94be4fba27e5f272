import { type Kysely, sql } from 'kysely';

/** Which reports count toward hiding a listing. The hashes are keyed: no address can be read from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reports add column carries_weight boolean not null default false,
      add column mailbox_hash bytea, add column network_hash bytea`.execute(db);
  await sql`
    update reports r set carries_weight = true from users u
    where r.target_type = 'listing' and u.id = r.reporter_id
      and u.created_at < r.created_at - interval '3 days'`.execute(db);
}
