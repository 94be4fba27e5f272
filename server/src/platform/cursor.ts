import { type SelectQueryBuilder, sql } from 'kysely';
import type { Page } from '@marketplace/shared/pagination';
import { isId } from '@marketplace/shared/ids';
import { badField } from '../errors.ts';

/** The last row of a page, in a list ordered by time and then id. */
export type Position = { at: Date; id: string };

export function encodeCursor({ at, id }: Position): string {
  return Buffer.from(`${at.getTime()}_${id}`).toString('base64url');
}

/** Throws BAD_REQUEST on the field `cursor` for text that is not a cursor. */
export function decodeCursor(cursor: string): Position {
  const plain = /^[\w-]+$/.test(cursor) ? Buffer.from(cursor, 'base64url').toString('latin1') : '';
  const [, milliseconds, id] = /^(\d{1,14})_([0-9a-f-]{36})$/.exec(plain) ?? [];
  if (!milliseconds || !id || !isId(id)) throw badField('cursor', "This cursor isn't valid.");
  return { at: new Date(Number(milliseconds)), id };
}

/** Reads a page, newest first by `at`, a selected column, then by `id`. Throws BAD_REQUEST. */
export async function readPage<DB, Tables extends keyof DB, Row extends { id: string }>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  { at, id }: { at: `${string}.${keyof Row & string}`; id: string },
): Promise<Page<Row>> {
  const after = cursor ? decodeCursor(cursor) : undefined;
  const position = sql`(${sql.ref(at)}, ${sql.ref(id)})`;
  const rows = (await query
    .$if(after !== undefined, (rest) =>
      rest.where(sql<boolean>`${position} < (${after?.at}, ${after?.id})`),
    )
    .orderBy(sql.ref(at), 'desc')
    .orderBy(sql.ref(id), 'desc')
    .limit(limit + 1)
    .execute()) as Row[];
  const time = at.slice(at.indexOf('.') + 1) as keyof Row;
  return pageOfRows(rows, limit, (row) => ({ at: row[time] as Date, id: row.id }));
}

/** Returns a page of `limit` rows. An extra row means that there is a next page. */
export function pageOfRows<Row>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(positionOf(last)) : null };
}

/** How many rows of an export are in memory at once. */
export const exportPageSize = 500;

/** Yields all rows by ascending id, a page at a time. `column` is the id's name in the query. */
export async function* inPages<DB, Tables extends keyof DB, Row extends { id: string }>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  column = 'id',
): AsyncGenerator<Row> {
  const firstPage = query.orderBy(sql.ref(column)).limit(exportPageSize);
  let page = firstPage;
  for (;;) {
    const rows = (await page.execute()) as Row[];
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < exportPageSize) return;
    page = firstPage.where(sql<boolean>`${sql.ref(column)} > ${last.id}`);
  }
}
