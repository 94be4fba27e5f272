import { type RawBuilder, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import {
  previewDays,
  previewRows,
  previewSamples,
  type ScreenedKind,
} from '@marketplace/shared/screening/constants';
import type { RuleContent, RulePreview } from '@marketplace/shared/screening/schemas';
import { badField } from '../../errors.ts';
import { compileRules } from './compile-rules.ts';

/** A preview reads for at most this many ms. */
const timeLimit = 3_000;
const batchSize = 1_000;
/** How many characters a sample shows on each side of the passage. */
const around = 80;

type Row = { id: string; text: string; path: string; at: Date };

const since = sql`now() - make_interval(days => ${previewDays})`;

/** Reads a batch of texts, newest first, that were written before another one. */
const readers: Record<Exclude<ScreenedKind, 'name'>, (before?: Row) => RawBuilder<Row>> = {
  listing: (before) => sql<Row>`
    select id, title || E'\n' || description as text, '/listings/' || id as path, created_at as at
    from listings
    where deleted_at is null and created_at > ${since} and ${isBefore(before)}
    order by created_at desc, id desc limit ${batchSize}`,
  review: (before) => sql<Row>`
    select id, comment as text, '/users/' || seller_id as path, created_at as at
    from reviews
    where comment is not null and state = 'public' and created_at > ${since} and ${isBefore(before)}
    order by created_at desc, id desc limit ${batchSize}`,
  message: (before) => sql<Row>`
    select id, content as text, '' as path, created_at as at
    from messages
    where kind = 'text' and created_at > ${since} and ${isBefore(before)}
    order by created_at desc, id desc limit ${batchSize}`,
};

function isBefore(row: Row | undefined) {
  return row ? sql`(created_at, id) < (${row.at}, ${row.id}::uuid)` : sql`true`;
}

/**
 * Returns what an enabled rule would have met in the last 30 days, whoever wrote it: at most 20,000
 * texts of each kind, and as many as can be read in three seconds. Private messages are only
 * counted. Throws BAD_REQUEST for a type of rule that does not look at texts.
 */
export async function previewRule(
  db: Db,
  rule: RuleContent,
  now: () => number = Date.now,
): Promise<RulePreview> {
  if (!['words', 'pattern', 'links', 'phone'].includes(rule.type)) {
    throw badField('rule.type', 'This type of rule has no preview.');
  }
  const match = compileRules([{ ...rule, action: 'refuse', id: '', version: 0 }]);
  const preview: RulePreview = {
    met: { listing: 0, message: 0, review: 0, name: 0 },
    read: 0,
    isComplete: !rule.kinds.includes('name'),
    samples: [],
  };
  const end = now() + timeLimit;
  for (const kind of rule.kinds) {
    if (kind === 'name') continue;
    let rows: Row[] = [];
    for (let read = 0; read < previewRows; read += batchSize) {
      if (now() > end) return { ...preview, isComplete: false };
      ({ rows } = await readers[kind](rows.at(-1)).execute(db));
      preview.read += rows.length;
      for (const { text, path } of rows) {
        const verdict = match({ kind, standing: 0, text });
        if (verdict.action === 'allow') continue;
        preview.met[kind] += 1;
        if (kind === 'message' || preview.samples.length >= previewSamples) continue;
        preview.samples.push({
          kind,
          path,
          passage: verdict.passage,
          text: excerpt(text, verdict.passage),
        });
      }
      if (rows.length < batchSize) break;
    }
    if (rows.length === batchSize) preview.isComplete = false;
  }
  return preview;
}

/** Returns the text around a passage, without splitting a character. */
function excerpt(text: string, passage: string): string {
  const at = text.indexOf(passage);
  const start = Math.max(0, at - around);
  const end = at + passage.length + around;
  const cut = text.slice(start, end).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${start > 0 ? '…' : ''}${cut}${end < text.length ? '…' : ''}`;
}
