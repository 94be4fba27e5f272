import { sql } from 'kysely';
import { demoData } from '@marketplace/db/demo/demo-data';
import { demoId } from '@marketplace/db/demo/ids';
import type { DemoPicture } from '@marketplace/db/demo/pictures/draw-picture';
import type { Parts } from '../parts.ts';
import { drawPictures, type DrawnPicture } from './draw-pictures.ts';

interface ListingPicture {
  id: string;
  listingId: string;
  position: number;
  ownerId: string;
  picture: DemoPicture;
}

/** Any constant shared by all instances; the one that has this lock draws. */
const drawingLock = 7_203_116;

/** Draws the missing demo pictures in the background; the result stops that. */
export function startAddingPictures(parts: Parts): () => Promise<void> {
  const stopping = new AbortController();
  const added = addPictures(parts, stopping.signal).catch((err: unknown) => {
    parts.log.error({ err }, 'Demo pictures are missing; the next start draws them');
  });
  return () => {
    stopping.abort();
    return added;
  };
}

/**
 * Draws the demo pictures that are missing, those of the newest listings first, and adds each to its
 * listing once it is stored. Does nothing while another instance draws.
 */
export async function addPictures(
  parts: Pick<Parts, 'config' | 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const { config, db, log } = parts;
  // The lock ends with its transaction, which is idle for as long as drawing takes.
  await db.transaction().execute(async (lock) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock);
    const { rows } = await sql<{ acquired: boolean }>`
      select pg_try_advisory_xact_lock(${drawingLock}) as acquired`.execute(lock);
    if (!rows[0]?.acquired) return;
    const missing = new Map((await findMissing(parts)).map((image) => [image.id, image]));
    if (missing.size === 0) return;
    log.info({ pictures: missing.size }, 'drawing demo pictures');
    const pictures = [...missing.values()].map(({ id, picture }) => ({ id, picture }));
    const store = { s3: config.s3, dataDir: config.dataDir };
    for await (const drawn of drawPictures({ store, pictures }, signal)) {
      const image = missing.get(drawn.id);
      if (image) await addToListing(parts, image, drawn);
    }
    log.info(signal.aborted ? 'stopped drawing demo pictures' : 'drew the demo pictures');
  });
}

/** Listings that were edited keep the pictures that their seller left them. */
async function findMissing({ db }: Pick<Parts, 'db'>): Promise<ListingPicture[]> {
  const all = allPictures();
  const ids = all.map((image) => image.id);
  const drawn = await db.selectFrom('images').select('id').where('id', 'in', ids).execute();
  const unedited = await db
    .selectFrom('listings')
    .select('id')
    .where('id', 'in', [...new Set(all.map((image) => image.listingId))])
    .whereRef('updatedAt', '=', 'createdAt')
    .where('deletedAt', 'is', null)
    .execute();
  const drawnIds = new Set(drawn.map((row) => row.id));
  const listingIds = new Set(unedited.map((row) => row.id));
  return all.filter((image) => !drawnIds.has(image.id) && listingIds.has(image.listingId));
}

/** The pictures of all demo listings, those of the newest listing first. */
function allPictures(): ListingPicture[] {
  const { listings } = demoData(new Date());
  let count = 0;
  const numbered = listings.map(({ id: listingId, sellerId: ownerId, createdAt, images }) => ({
    createdAt,
    images: images.map((picture, position) => ({
      id: demoId('image', count++),
      listingId,
      position,
      ownerId,
      picture,
    })),
  }));
  return numbered
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .flatMap((listing) => listing.images);
}

async function addToListing(
  { db }: Pick<Parts, 'db'>,
  { id, listingId, position, ownerId }: ListingPicture,
  drawn: DrawnPicture,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('images')
      .values({ ...drawn, ownerId })
      .execute();
    await trx
      .insertInto('listingImages')
      .values({ listingId, position, imageId: id })
      // The seller may have chosen others meanwhile.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
