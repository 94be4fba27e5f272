import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { allImageObjectKeys } from '@marketplace/shared/media/urls';
import { photoDays } from '@marketplace/shared/messaging/constants';
import { undoMinutes } from '@marketplace/shared/moderation/constants';
import type { AppContext } from '../../app-context.ts';
import { stagedPrefix, uploadLifetimeMs } from './staged-uploads.ts';

/** Images per transaction. Each image stays locked while its files are removed. */
const batchSize = 50;

/**
 * Removes unused images: more than a day old (a form may be open) or of a deleted account, and
 * neither a profile picture nor in a listing that exists or may be restored. Removes photos in
 * messages after half a year, or when nobody can read them. The files are removed first, so that
 * none is left without its row. After a crash, the next run continues.
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

const removedAtOnce = 500;

/** Removes uploads that were not registered or completed within an hour. */
export async function sweepUploads(
  { objects }: Pick<AppContext, 'objects'>,
  now = Date.now(),
): Promise<void> {
  let keys: string[] = [];
  for await (const { key, modifiedAt } of objects.list(stagedPrefix)) {
    if (modifiedAt.getTime() < now - uploadLifetimeMs) keys.push(key);
    if (keys.length < removedAtOnce) continue;
    await objects.remove(keys);
    keys = [];
  }
  await objects.remove(keys);
}

// A deleted listing retains its images while the deletion can be undone, plus a minute for a
// pending undo.
const unusedImage = sql<boolean>`
  images.message_id is null
  and (images.created_at < now() - interval '24 hours'
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
