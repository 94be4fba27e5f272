import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';

/** The files in `baseline`. Each refers only to tables of the ones before it. */
const features = [
  'accounts',
  'listings',
  'messaging',
  'notifications',
  'deals',
  'moderation',
  'searches',
  'payments',
  'totals',
];

/** The whole schema as of November 26, 2026, by feature. Later migrations change it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const feature of features) {
    const file = new URL(`baseline/${feature}.sql`, import.meta.url);
    await sql.raw(await readFile(file, 'utf8')).execute(db);
  }
}
