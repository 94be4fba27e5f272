import { type Kysely, sql } from 'kysely';

/**
 * Reviews that wait for a moderator, or do not count beside another one of the same mailbox. The
 * hashes are keyed: no address can be read from them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reviews
      add column state text not null default 'public'
        check (state in ('public', 'held', 'uncounted')),
      add column mailbox_hash bytea, add column network_hash bytea,
      add column browser_hash bytea`.execute(db);
  await sql`
    alter table moderation_cases drop constraint moderation_cases_decision_check,
      add constraint moderation_cases_decision_check
        check (decision in ('dismiss', 'flag', 'delete', 'warn', 'deactivate', 'publish'))
    `.execute(db);
}
