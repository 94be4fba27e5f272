import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { allImageObjectKeys } from '@marketplace/shared/media/urls';
import type { AppContext } from '../../app-context.ts';
import { undoMinutes } from '../moderation/undo.ts';
import { stagedPrefix } from './staged-key.ts';
import { uploadLifetimeMs } from './upload-limits.ts';

/** Images looked at in one transaction. Each stays locked while its files go. */
const batchSize = 50;

/**
 * Removes images that nothing shows: older than a day (a form may still be open) or of a deleted
 * account, and neither a user's picture nor in a listing that is present or may come back. The files go first, so
 * that none is ever left without its row; a crash in between is made good by the next run.
 */
export async function sweepImages({
  db,
  objects,
}: Pick<AppContext, 'db' | 'objects'>): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const last = await db.transaction().execute(async (tx) => {
      const locked = await lockCandidates(tx, after);
      // Looked at anew under the lock: a reference made meanwhile saves the image, and none can be
      // made from here on.
      const unused = await findUnused(tx, locked);
      if (unused.length > 0) {
        await objects.remove(unused.flatMap(allImageObjectKeys));
        await tx.deleteFrom('listingImages').where('imageId', 'in', unused).execute();
        await tx.deleteFrom('images').where('id', 'in', unused).execute();
      }
      return locked.at(-1);
    });
    if (last === undefined) return;
    after = last;
  }
}

const removedAtOnce = 500;

/** Removes uploads older than an hour that were not registered, and those in parts left unfinished. */
export async function sweepUploads(
  { objects }: Pick<AppContext, 'objects'>,
  now = Date.now(),
): Promise<void> {
  const isOver = (since: Date) => since.getTime() < now - uploadLifetimeMs;
  let keys: string[] = [];
  for await (const { key, modifiedAt } of objects.list(stagedPrefix)) {
    if (isOver(modifiedAt)) keys.push(key);
    if (keys.length < removedAtOnce) continue;
    await objects.remove(keys);
    keys = [];
  }
  await objects.remove(keys);
  for await (const upload of objects.multipart.listOpen(stagedPrefix)) {
    if (isOver(upload.startedAt)) await objects.multipart.abort(upload);
  }
}

// A deleted listing keeps its images while the deletion can be undone, and a minute for an undo under way.
const unusedImage = sql<boolean>`
  (images.created_at < now() - interval '24 hours'
    or images.owner_id in (select id from users where deleted_at is not null))
  and not exists (select 1 from users where users.avatar_image_id = images.id)
  and not exists (
    select 1 from listing_images
    join listings on listings.id = listing_images.listing_id
    join users on users.id = listings.seller_id
    where listing_images.image_id = images.id
      and (listings.deleted_at is null or (users.deleted_at is null
        and listings.deleted_at > now() - make_interval(mins => ${undoMinutes + 1})))
  )`;

async function lockCandidates(tx: Db, after: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('images')
    .select('id')
    .where('id', '>', after)
    .where(unusedImage)
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.id);
}

async function findUnused(tx: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('images')
    .select('id')
    .where('id', 'in', ids)
    .where(unusedImage)
    .execute();
  return rows.map((row) => row.id);
}
