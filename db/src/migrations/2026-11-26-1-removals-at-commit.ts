import { type Kysely, sql } from 'kysely';

/**
 * Removals are counted at the commit, as offers and sales are: somebody who removes a listing and somebody
 * who deletes an account can otherwise wait for each other's row of the totals and feed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'listings']) {
    const trigger = sql.ref(`${table}_removed`);
    await sql`drop trigger ${trigger} on ${sql.table(table)}`.execute(db);
    await sql`
      create constraint trigger ${trigger} after update of deleted_at on ${sql.table(table)}
      deferrable initially deferred
      for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
      execute function count_removed(${sql.lit(`${table}Removed`)})`.execute(db);
  }
}
