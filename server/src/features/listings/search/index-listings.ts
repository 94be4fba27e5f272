import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { SearchedListing } from '@marketplace/shared/search/document';
import { documentVersion, searchDocument } from '@marketplace/shared/search/document';
import { addSearchWords } from './corrections.ts';

/** Listings that are indexed per transaction. */
const batchSize = 200;

/** Returns the columns that searches look into. */
export function indexed(listing: SearchedListing) {
  return { search: searchDocument(listing), searchVersion: documentVersion };
}

/**
 * Runs the task `indexListings`: updates search documents of an older form while the site serves.
 * Any number of workers may run it.
 */
export async function indexListings({ db }: { db: Db }): Promise<void> {
  const inBatch = () => db.transaction().execute((trx) => indexBatch(trx, batchSize));
  while ((await inBatch()) === batchSize);
}

/** Indexes up to `size` listings in the caller's transaction, and returns how many. */
export async function indexBatch(trx: Db, size: number): Promise<number> {
  const listings = await trx
    .selectFrom('listings')
    .select(['id', 'title', 'category', 'location', 'description'])
    .where('searchVersion', '<', sql.lit(documentVersion))
    .orderBy('id')
    .limit(size)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  if (listings.length === 0) return 0;
  // Turns off the triggers of saved searches, because nothing changed that a saved search could
  // find.
  await sql`set local marketplace.seeding = 'on'`.execute(trx);
  await sql`
    update listings set search = made.search::tsvector, search_version = ${documentVersion}
    from unnest(${listings.map(({ id }) => id)}::uuid[], ${listings.map(searchDocument)}::text[])
      as made (id, search)
    where listings.id = made.id`.execute(trx);
  await addSearchWords(trx, listings.map(({ title }) => title).join(' '));
  return listings.length;
}
