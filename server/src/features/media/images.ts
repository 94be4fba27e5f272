import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import { maxImageBytes } from '@marketplace/shared/media/constants';
import {
  allImageObjectKeys,
  imageObjectKey,
  imageObjectKeys,
  imagePath,
  parseImageUrl,
  photoObjectKey,
  photoPath,
} from '@marketplace/shared/media/urls';
import { photoDays } from '@marketplace/shared/messaging/constants';
import { undoMinutes } from '@marketplace/shared/moderation/constants';
import type { AppContext } from '../../app-context.ts';
import { type AppError, badField } from '../../errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { perDay } from '../../platform/limiter.ts';
import {
  displayFileName,
  encodeAvif,
  imageKindOf,
  notAPicture,
  processImage,
  tooLarge,
} from './process-image.ts';
import { assertSpace } from './staged-uploads.ts';

/** The number of bytes that are enough to recognize the kind of a file. */
const headBytes = 128;

/**
 * Reads a picture from a stream. Throws a refusal of `file` that names it, as soon as its first
 * bytes are not of an accepted kind (later pieces of a file have no head to check), or it exceeds
 * the size limit.
 */
export async function readPicture(
  stream: Readable,
  { fileName, hasHead = true }: { fileName: string; hasHead?: boolean },
): Promise<Buffer> {
  const name = displayFileName(fileName);
  const chunks: Buffer[] = [];
  let size = 0;
  let isJudged = !hasHead;
  const judge = () => {
    if (!isJudged && size > 0 && !imageKindOf(Buffer.concat(chunks))) throw notAPicture(name);
    isJudged = true;
  };
  // The stream must not be destroyed, because then the request could not be answered.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > maxImageBytes) throw tooLargePicture(name);
    if (size >= headBytes) judge();
  }
  judge();
  // The form parser truncates a file at the size limit.
  if ('truncated' in stream && stream.truncated) throw tooLargePicture(name);
  return Buffer.concat(chunks);
}

/** Returns the refusal of a file that exceeds the size limit by an unknown amount. */
export function tooLargePicture(name: string): AppError {
  return tooLarge(`${name} is too large. The limit is ${maxImageBytes / 1024 / 1024} MB.`);
}

/** The number of pictures that one user may send per day, including refused ones. */
const dailyImages = perDay('images-of-user', 200);
const dailyPhotos = perDay('photos-of-user', 100, 'You can send {points} photos a day.');

/**
 * Checks, re-encodes and stores a user's picture. A private one belongs to a message, and no
 * listing or profile can show it. `url` is the path of its largest file. Throws a refusal of `file`
 * (400 or 413), TOO_MANY_REQUESTS beyond the daily limit, and SERVICE_UNAVAILABLE while the disk is
 * nearly full. A failure leaves neither row nor files.
 */
export async function storeImage(
  { db, limiter, objects, log }: Pick<AppContext, 'db' | 'limiter' | 'objects' | 'log'>,
  ownerId: string,
  { fileName, body, isPrivate = false }: { fileName: string; body: Buffer; isPrivate?: boolean },
): Promise<{ id: string; url: string }> {
  await assertSpace({ objects });
  await limiter.take(isPrivate ? dailyPhotos : dailyImages, ownerId);
  const { files, ...picture } = await processImage(body, fileName);
  const id = randomUUID();
  const byteSize = files.reduce((sum, file) => sum + file.body.length, 0);
  try {
    // The files come before the row, which promises that they exist. They are stored one at a time,
    // so that none is being written when another fails and all are removed.
    for (const file of files) {
      const key = isPrivate ? photoObjectKey(id, file.width) : imageObjectKey(id, file.width);
      await objects.put(key, file.body);
    }
    await db.transaction().execute(async (trx) => {
      const row = { id, ownerId, byteSize, isPrivate, ...picture };
      await trx.insertInto('images').values(row).execute();
      if (isPrivate) return;
      // The queue runs one job at a time, because concurrent uploads need the same processors.
      await enqueue(trx, [{ task: 'addAvif', payload: { imageId: id }, queue: 'avif' }]);
    });
  } catch (error) {
    await objects.remove(allImageObjectKeys(id)).catch((cause: unknown) => {
      log.warn({ err: cause, id }, 'Files of a discarded image could not be removed.');
    });
    throw error;
  }
  return { id, url: isPrivate ? photoPath(id, 1280) : imagePath(id, 1280) };
}

/** Runs the task `addAvif`: stores AVIF versions of an image, unless it was removed. */
export async function addAvif(ctx: Pick<AppContext, 'db' | 'objects'>, payload: unknown) {
  const { db, objects } = ctx;
  const { imageId } = z.object({ imageId: z.string() }).parse(payload);
  const stored = await objects.get(imageObjectKey(imageId, 1280));
  if (!stored) return;
  const files = await encodeAvif(await buffer(stored.body));
  for (const { width, body } of files) {
    await objects.put(imageObjectKey(imageId, width, 'avif'), body);
  }
  const isThere = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('images')
      .set({ avif: true })
      .where('id', '=', imageId)
      .executeTakeFirstOrThrow();
    await touchListings(trx, [imageId]);
    return numUpdatedRows > 0n;
  });
  if (!isThere) await objects.remove(imageObjectKeys(imageId, 'avif'));
}

/** Gives the listings with these pictures a new version, so that readers notice the change. */
export async function touchListings(trx: Db, imageIds: string[]): Promise<void> {
  await trx
    .updateTable('listings')
    .set((eb) => ({ updatedAt: eb.ref('updatedAt'), hasPhoto: true }))
    .where('id', 'in', (eb) =>
      eb.selectFrom('listingImages').select('listingId').where('imageId', 'in', imageIds),
    )
    .execute();
}

/** Returns true if all images are the user's and not private. Locks them against sweeps. */
export async function lockOwnImages(trx: Db, ownerId: string, ids: string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const own = await trx
    .selectFrom('images')
    .select('id')
    .where('id', 'in', ids)
    .where('ownerId', '=', ownerId)
    .where('isPrivate', '=', false)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return own.length === ids.length;
}

/**
 * Returns the ids of the user's images, in order, and locks them in the transaction. Throws
 * BAD_REQUEST with the path `field` for other images.
 */
export async function lockListingImages(
  trx: Db,
  ownerId: string,
  { urls, field = 'images' }: { urls: string[]; field?: string },
): Promise<string[]> {
  const ids = urls.flatMap((url) => parseImageUrl(url) ?? []);
  if (new Set(ids).size < ids.length) throw badField(field, 'You can use each image only once.');
  if (ids.length < urls.length || !(await lockOwnImages(trx, ownerId, ids))) {
    throw badField(field, 'A listing can only show images you uploaded.');
  }
  return ids;
}

/** Images per transaction. Each image stays locked while its files are removed. */
const batchSize = 50;

/**
 * Removes unused images: more than a day old (a form may be open) or of a deleted account, and
 * neither a profile picture nor in a draft, nor in a listing that exists or may be restored. Removes
 * photos in messages after half a year, or when nobody can read them. The files are removed first, so
 * that none is left without its row. After a crash, the next run continues.
 */
export async function sweepImages({ db, objects }: Pick<AppContext, 'db' | 'objects'>) {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const last = await db.transaction().execute(async (tx) => {
      const locked = await findUnused(tx)
        .where('id', '>', after)
        .orderBy('id')
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
        .execute();
      const last = locked.at(-1);
      if (!last) return undefined;
      // The check is repeated under the lock: an image that was used before the lock stays, and
      // none can be used after it.
      const ids = locked.map(({ id }) => id);
      const unused = (await findUnused(tx).where('id', 'in', ids).execute()).map(({ id }) => id);
      if (unused.length > 0) {
        await objects.remove(unused.flatMap(allImageObjectKeys));
        await tx.deleteFrom('listingImages').where('imageId', 'in', unused).execute();
        await tx.deleteFrom('images').where('id', 'in', unused).execute();
      }
      return last.id;
    });
    if (last === undefined) return;
    after = last;
  }
}

// A deleted listing retains its images while the deletion can be undone, plus a minute for a
// pending undo.
const unusedImage = sql<boolean>`
  images.message_id is null
  and (images.created_at < now() - interval '24 hours'
    or images.owner_id in (select id from users where deleted_at is not null))
  and not exists (select 1 from users where users.avatar_image_id = images.id)
  and not exists (select 1 from drafts where drafts.image_ids @> array[images.id])
  and not exists (
    select 1 from listing_images
    join listings on listings.id = listing_images.listing_id
    join users on users.id = listings.seller_id
    where listing_images.image_id = images.id
      and (listings.deleted_at is null or (users.deleted_at is null
        and listings.deleted_at > now() - make_interval(mins => ${undoMinutes + 1})))
  )`;

// A photo whose message is too old, removed, or in a conversation that both people have left. A
// report preserves it.
const expiredPhoto = sql<boolean>`
  images.message_id is not null
  and (images.created_at < now() - make_interval(days => ${photoDays})
    or not exists (
      select from messages m
      join conversation_participants p on p.conversation_id = m.conversation_id
      join users on users.id = p.user_id
      where m.id = images.message_id and m.kind = 'photo' and users.deleted_at is null))
  and not exists (
    select from reports r
    where r.target_type = 'message' and r.target_id = images.message_id
      and r.evidence is not null)`;

function findUnused(tx: Db) {
  const isUnused = sql<boolean>`(${unusedImage} or ${expiredPhoto})`;
  return tx.selectFrom('images').select('id').where(isUnused);
}
