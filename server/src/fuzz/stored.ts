import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { schemaOf } from './targets.ts';

/** Where the texts of an input are kept, by the procedure and the field. */
const kept: Record<string, Record<string, [table: string, column: string]>> = {
  'account.update': {
    firstName: ['users', 'first_name'],
    lastName: ['users', 'last_name'],
    username: ['users', 'username'],
  },
  'admin.flag': { reason: ['audit_log', 'reason'] },
  'listings.create': { title: ['listings', 'title'], description: ['listings', 'description'] },
  'listings.update': { title: ['listings', 'title'], description: ['listings', 'description'] },
  'messaging.send': { content: ['messages', 'content'] },
  'messaging.sendByListing': { content: ['messages', 'content'] },
  'moderation.report': { comment: ['reports', 'comment'] },
  'reviews.reply': { reply: ['reviews', 'reply'] },
  'reviews.submit': { comment: ['reviews', 'comment'] },
  'tokens.create': { name: ['api_tokens', 'name'] },
};

/** Routes whose body is the input of a procedure. */
const bodies: Record<string, string> = {
  'POST /api/listings': 'listings.create',
  'POST /api/messages': 'messaging.sendByListing',
  'POST /api/seller-reviews': 'reviews.submit',
};

/** The fields of an accepted input whose text is not in the database as the schema gives it. */
export async function fieldsNotStored(db: Db, name: string, input: unknown): Promise<string[]> {
  const procedure = bodies[name] ?? name;
  const fields = kept[procedure];
  const parsed = schemaOf(procedure)?.safeParse(input);
  if (!fields) return [];
  if (!parsed?.success) return ['an input that is not valid was accepted'];
  const missing: string[] = [];
  for (const [field, [table, column]] of Object.entries(fields)) {
    const text = (parsed.data as Record<string, unknown>)[field];
    if (typeof text !== 'string' || text === '') continue;
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${text} limit 1`.execute(db);
    if (rows.length === 0) missing.push(field);
  }
  return missing;
}

/**
 * The columns that hold what nobody can have meant: the mark that stands for bytes that were no text,
 * or what programs write for an object.
 */
export async function garbageIn(db: Db): Promise<string[]> {
  const columns = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'character varying', 'jsonb', 'json')`.execute(db);
  const found = columns.rows.map(
    ({ table, column }) => sql`
      select ${`${table}.${column}`} as place from ${sql.table(table)}
      where ${sql.ref(column)}::text ~ ${'\uFFFD|\\[object Object\\]'} limit 1`,
  );
  const each = found.map((query) => sql`(${query})`);
  const { rows } = await sql<{ place: string }>`${sql.join(each, sql` union all `)}`.execute(db);
  return rows.map(({ place }) => place);
}
