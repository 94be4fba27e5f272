import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Position } from '../../platform/cursor.ts';

export type SitemapEntry = { id: string; updatedAt: Date };

/** Listings read at once. Bounds the memory and the time that a statement takes. */
const batch = 1_000;

/**
 * Divides all public listings that are not sold, oldest first, into files of `size`. Returns where
 * each begins and when it last changed. Reads all listings, so cache the result.
 */
export async function sitemapFiles(db: Db, size: number) {
  const numbered = db
    .selectFrom('listings')
    .select(['id', 'createdAt', 'updatedAt'])
    .select(sql<number>`row_number() over (order by created_at, id) - 1`.as('n'))
    .where('visible', '=', true);
  const files = await db
    .selectFrom(numbered.as('numbered'))
    .select((eb) => [
      eb.fn.min('createdAt').as('at'),
      eb.fn.max('updatedAt').as('changedAt'),
      // min(uuid) needs PostgreSQL 18.
      sql<string>`min(id::text) filter (where n % ${size} = 0)`.as('id'),
    ])
    .groupBy(sql`n / ${size}`)
    .orderBy('at')
    .execute();
  return files.map(({ at, id, changedAt }) => ({ from: { at, id }, changedAt }));
}

/** Yields the listings of the file that begins at `from`, in batches. */
export async function* sitemapEntries(db: Db, from: Position, size: number) {
  let next: { at: Date; id: string; sign: '>=' | '>' } = { ...from, sign: '>=' };
  for (let left = size; left > 0; left -= batch) {
    const rows = await db
      .selectFrom('listings')
      .select(['id', 'createdAt', 'updatedAt'])
      .where('visible', '=', true)
      .where(sql<boolean>`(created_at, id) ${sql.raw(next.sign)} (${next.at}, ${next.id}::uuid)`)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(Math.min(batch, left))
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    next = { at: last.createdAt, id: last.id, sign: '>' };
  }
}
