import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { demoData, demoPictures } from '@marketplace/db/demo/demo-data';
import { imageWidths } from '@marketplace/shared/media/constants';
import { imageObjectKey } from '@marketplace/shared/media/urls';
import { touchListings } from '../features/media/images.ts';
import { makePlaceholder } from '../features/media/process-image.ts';
import type { AppContext } from '../app-context.ts';

/** `name` is that of the picture's file, without its extension. */
type ListingPicture = Record<'id' | 'name' | 'listingId' | 'ownerId', string> & {
  position: number;
};

type Stores = Pick<AppContext, 'db' | 'objects'>;

/** Pictures that are stored at the same time. Two statements then add them to their listings. */
const batchSize = 16;

/** Adds the missing demo pictures in the background. Returns a function that stops it. */
export function startAddingPictures(ctx: AppContext): () => Promise<void> {
  const stopping = new AbortController();
  const added = addPictures(ctx, stopping.signal).catch((err: unknown) => {
    ctx.log.error({ err }, 'Demo pictures could not be added; the next start will try again.');
  });
  return () => {
    stopping.abort();
    return added;
  };
}

/** Adds the missing demo pictures, newest listings first. Two instances may do so at once. */
export async function addPictures(stores: Stores, signal: AbortSignal): Promise<void> {
  const missing = await findMissing(stores);
  for (let i = 0; i < missing.length && !signal.aborted; i += batchSize) {
    await addBatch(stores, missing.slice(i, i + batchSize));
  }
  await addPortraits(stores, signal);
}

/** Adds each user's portrait once. A user who removes it stays without one. */
async function addPortraits({ db, objects }: Stores, signal: AbortSignal): Promise<void> {
  for (const { id: ownerId, portraitId: id, username } of demoData(new Date()).users) {
    if (!id || signal.aborted) continue;
    const stored = db.selectFrom('images').select('id').where('id', '=', id);
    if (await stored.executeTakeFirst()) continue;
    const file = await readFile(new URL(`portraits/${username}.webp`, demoPictures));
    for (const width of imageWidths) await objects.put(imageObjectKey(id, width), file);
    const placeholder = await makePlaceholder(sharp(file));
    const size = { width: 256, height: 256, byteSize: file.length * imageWidths.length };
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('images')
        .values({ id, ownerId, ...size, placeholder })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await trx
        .updateTable('users')
        .set({ avatarImageId: id })
        .where('id', '=', ownerId)
        .where('avatarImageId', 'is', null)
        .where('deletedAt', 'is', null)
        .execute();
    });
  }
}

/** Skips edited listings, which have the pictures that the seller chose. */
async function findMissing({ db }: Pick<Stores, 'db'>): Promise<ListingPicture[]> {
  const all = demoData(new Date()).listings.flatMap(({ id: listingId, sellerId, images }) =>
    images.map((image, position) => ({ ...image, listingId, position, ownerId: sellerId })),
  );
  const ids = all.map((picture) => picture.id);
  const stored = await db.selectFrom('images').select('id').where('id', 'in', ids).execute();
  const unedited = await db
    .selectFrom('listings')
    .select('id')
    .where('id', 'in', [...new Set(all.map((picture) => picture.listingId))])
    .whereRef('updatedAt', '=', 'createdAt')
    .where('deletedAt', 'is', null)
    .execute();
  const storedIds = new Set(stored.map((row) => row.id));
  const listingIds = new Set(unedited.map((row) => row.id));
  return all.filter(({ id, listingId }) => !storedIds.has(id) && listingIds.has(listingId));
}

async function addBatch({ db, objects }: Stores, pictures: ListingPicture[]): Promise<void> {
  const images = await Promise.all(
    pictures.map(async ({ id, name, ownerId }) => {
      const large = await readFile(new URL(`listings/${name}.webp`, demoPictures));
      const medium = await sharp(large).resize(640).webp({ quality: 68, effort: 2 }).toBuffer();
      const small = await sharp(medium).resize(320).webp({ quality: 60, effort: 2 }).toBuffer();
      const files = { 320: small, 640: medium, 1280: large };
      const store = (width: keyof typeof files) =>
        objects.put(imageObjectKey(id, width), files[width]);
      await Promise.all(imageWidths.map(store));
      const byteSize = Object.values(files).reduce((sum, file) => sum + file.length, 0);
      const placeholder = await makePlaceholder(sharp(small));
      return { id, ownerId, width: 1280, height: 960, byteSize, placeholder };
    }),
  );
  const ids = pictures.map(({ id }) => id);
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('images')
      .values(images)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .insertInto('listingImages')
      .values(pictures.map(({ id, listingId, position }) => ({ listingId, position, imageId: id })))
      // The seller may have chosen other pictures in the meantime.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await touchListings(trx, ids);
  });
}
