import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { adminReasonMaxLength } from '@marketplace/shared/admin/constants';
import { descriptionMaxLength } from '@marketplace/shared/listings/constants';
import { messageMaxLength } from '@marketplace/shared/messaging/constants';
import { reportCommentMaxLength } from '@marketplace/shared/moderation/constants';
import { reviewTextMaxLength } from '@marketplace/shared/reviews/constants';
import { schemaOf } from './targets.ts';

/** The columns that store the texts of an input, by procedure and field. */
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

/**
 * Returns the fields of an accepted input whose text the database does not have as the schema
 * parsed it.
 */
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

/** Columns with texts of several lines, stored as written. */
const written = [
  'audit_log.reason',
  'conversations.last_message',
  'listings.description',
  'listings.flag_reason',
  'messages.content',
  'moderation_cases.reason',
  'reports.comment',
  'reviews.comment',
  'reviews.reply',
];

/** The maximum length of texts that may be longer than `usualLength`. */
const longest: Record<string, number> = {
  'audit_log.reason': adminReasonMaxLength,
  'conversations.last_message': messageMaxLength,
  'listings.description': descriptionMaxLength,
  'listings.flag_reason': adminReasonMaxLength,
  'messages.content': messageMaxLength,
  'moderation_cases.reason': adminReasonMaxLength,
  'reports.comment': reportCommentMaxLength,
  'reviews.comment': reviewTextMaxLength,
  'reviews.reply': reviewTextMaxLength,
};
const usualLength = 300;

/** Matches the replacement character of invalid bytes, and the text of an object. */
const nonsense = '\uFFFD|\\[object Object\\]';
/** Matches a NUL or half a surrogate pair in JSON, which no text can contain. */
const unstorable = '(^|[^\\\\])(\\\\\\\\)*\\\\u(0000|d[89a-f][0-9a-f]{2})';
/** Matches overrides and embeddings of direction. Isolates are allowed. */
const turned = '[\u202a-\u202e]';
/** Matches texts with only invisible characters. */
const blank = '^[\\s\u00ad\u034f\u115f\u1160\u200b-\u200f\u2060-\u206f\u2800\u3164\ufe0f\ufeff]+$';
const controls = '[\u0001-\u001f\u007f-\u009f]';

/** Returns the columns with garbage or with longer texts than allowed. */
export async function garbageIn(db: Db): Promise<string[]> {
  const columns = await sql<{ table: string; column: string; isJson: boolean }>`
    select c.table_name as table, c.column_name as column,
      c.data_type in ('json', 'jsonb') as "isJson"
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'character varying', 'jsonb', 'json')`.execute(db);
  const found = columns.rows.map(({ table, column, isJson }) => {
    const place = `${table}.${column}`;
    const text = sql`${sql.ref(column)}::text`;
    const faults = [sql`${text} ~ ${nonsense}`, sql`${text} ~ ${turned}`];
    if (isJson) faults.push(sql`${text} ~ ${unstorable}`);
    else
      faults.push(
        sql`${text} ~ ${blank}`,
        sql`char_length(${text}) > ${longest[place] ?? usualLength}`,
      );
    if (!isJson && !written.includes(place)) faults.push(sql`${text} ~ ${controls}`);
    return sql`(select ${place} as place from ${sql.table(table)}
      where ${sql.join(faults, sql` or `)} limit 1)`;
  });
  const { rows } = await sql<{ place: string }>`${sql.join(found, sql` union all `)}`.execute(db);
  return rows.map(({ place }) => place);
}
