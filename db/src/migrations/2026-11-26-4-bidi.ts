import { type Kysely, sql } from 'kysely';

/** Texts that people wrote while controls of direction were stored, with the copies in JSON. */
const columns = [
  ['users', 'first_name', 'text'],
  ['users', 'last_name', 'text'],
  ['api_tokens', 'name', 'text'],
  ['messages', 'content', 'text'],
  ['messages', 'data', 'jsonb'],
  ['conversations', 'last_message', 'text'],
  ['feed_events', 'data', 'jsonb'],
  ['notifications', 'data', 'jsonb'],
  ['offers', 'note', 'text'],
  ['meetups', 'place', 'text'],
  ['reviews', 'comment', 'text'],
  ['reviews', 'reply', 'text'],
  ['reports', 'comment', 'text'],
  ['moderation_cases', 'reason', 'text'],
  ['standing_searches', 'name', 'text'],
  ['safe_spots', 'name', 'text'],
  ['safe_spots', 'note', 'text'],
] as const;

const controls = '[\u202A-\u202E\u2066-\u2069]';

/**
 * Takes the controls that turn the order of letters around out of stored texts. Text of nothing else
 * stays: its column may not be empty, and it has no letters to turn.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, type] of columns) {
    const text = sql`${sql.ref(column)}::text`;
    const clean = sql`regexp_replace(${text}, ${controls}, '', 'g')`;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${clean}::${sql.raw(type)}
      where ${text} ~ ${controls} and ${clean} ~ '\\S'`.execute(db);
  }
}
