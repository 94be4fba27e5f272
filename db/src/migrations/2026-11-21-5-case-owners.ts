import { type Kysely, sql } from 'kysely';

/** Decided cases by who was responsible for what they were about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table moderation_cases add column owner_id uuid
    references users on delete set null`.execute(db);
  await sql`
    update moderation_cases c
    set owner_id = coalesce(
      (select seller_id from listings where c.target_type = 'listing' and id = c.target_id),
      (select sender_id from messages where c.target_type = 'message' and id = c.target_id),
      (select reviewer_id from reviews where c.target_type = 'review' and id = c.target_id),
      (select id from users where c.target_type = 'user' and id = c.target_id))
    where c.status = 'decided'`.execute(db);
  await sql`create index moderation_cases_by_owner on moderation_cases
    (owner_id, decided_at desc) where status = 'decided'`.execute(db);
}
