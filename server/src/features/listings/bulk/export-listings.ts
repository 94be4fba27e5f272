import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Db } from '@marketplace/db/database';
import { exportColumns, fieldColumns } from '@marketplace/shared/listings/bulk';
import { inPages } from '../../../platform/cursor.ts';
import { cellsOf } from './cells.ts';
import { safeCell } from './csv.ts';

/**
 * Returns the user's listings as a CSV file, which is read from the database in batches. It begins
 * with a byte order mark, without which Excel misreads UTF-8.
 */
export function exportListings(db: Db, userId: string): Readable {
  const file = stringify({
    ...{ bom: true, header: true, record_delimiter: 'windows' },
    columns: [...exportColumns],
    cast: { string: safeCell },
  });
  // A failure destroys the file, so the download fails too.
  return pipeline(Readable.from(cellsOfListings(db, userId)), file, () => undefined);
}

async function* cellsOfListings(db: Db, userId: string) {
  const own = db
    .selectFrom('listings')
    .select(['id', ...fieldColumns])
    .where((eb) => eb.and({ sellerId: userId, deletedAt: null }));
  for await (const listing of inPages(own)) yield { ...cellsOf(listing), id: listing.id };
}
