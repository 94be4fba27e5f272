import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import {
  type DraftContent,
  type DraftRowView,
  type DraftView,
  maxDrafts,
  type saveDraftInput,
} from '@marketplace/shared/listings/drafts';
import type { AppContext } from '../../../app-context.ts';
import { AppError, assertId, badField, notFound } from '../../../errors.ts';
import { lockListingImages } from '../../media/images.ts';
import { lockActiveUser } from '../../users/users.ts';

const tooMany = `You've reached the limit of ${maxDrafts} drafts. Delete one you don't need.`;

/** Returns the user's drafts, last changed first. There are at most `maxDrafts`. */
export async function listDrafts(db: Db, userId: string): Promise<DraftRowView[]> {
  const rows = await db
    .selectFrom('drafts')
    .select(['id', 'version', 'updatedAt'])
    .select(sql<string>`coalesce(content ->> 'title', '')`.as('title'))
    .select(sql<string | null>`content #>> '{images,0}'`.as('image'))
    .where((eb) => eb.and({ userId, deletedAt: null }))
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
}

/** Throws NOT_FOUND for a draft that is not the user's or was removed. */
export async function getDraft(db: Db, userId: string, id: string): Promise<DraftView> {
  assertId(id, 'Draft');
  const draft = await findDraft(db, { userId, id });
  if (!draft || draft.isRemoved) throw notFound('Draft');
  return draft.view;
}

/**
 * Stores a new draft, or a change of the version that the caller has seen. A repeated call has no
 * further effect, and the first save of a `clientId` makes the draft that later ones change. Saving
 * a draft that was just removed restores it. Throws NOT_FOUND, BAD_REQUEST for `draft.images` that
 * are not the user's, and CONFLICT with the newer draft, for a published draft with its listing, and
 * beyond `maxDrafts`.
 */
export async function saveDraft(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
  { id, version, draft, clientId }: output<typeof saveDraftInput>,
): Promise<{ id: string; version: number }> {
  if (id !== undefined) assertId(id, 'Draft');
  if (id !== undefined && version === undefined) {
    throw badField('version', 'Send the version of the draft that you changed.');
  }
  return db.transaction().execute(async (trx) => {
    // The saves of one user run one by one, so that two at once cannot exceed the limit.
    await lockActiveUser(trx, userId);
    const known = await findKnown(trx, { userId, id, clientId });
    if (id !== undefined && !known) throw await missing(trx, userId, id);
    if (known && !known.isRemoved && isDeepStrictEqual(known.view.draft, draft)) {
      return { id: known.view.id, version: known.view.version };
    }
    if (known && known.view.version !== (version ?? 1)) throw changed(known.view);
    const urls = draft.images ?? [];
    const imageIds = await lockListingImages(trx, userId, { urls, field: 'draft.images' });
    const content = JSON.stringify(draft);
    if (known) {
      return trx
        .updateTable('drafts')
        .set({ content, imageIds, version: known.view.version + 1, updatedAt: sql`now()` })
        .set({ notifiedAt: null, deletedAt: null })
        .where('id', '=', known.view.id)
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow();
    }
    if ((await countDrafts(trx, userId)) >= maxDrafts) throw new AppError('CONFLICT', tooMany);
    return trx
      .insertInto('drafts')
      .values({ userId, clientId, content, imageIds })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow();
  });
}

/**
 * Removes a draft and returns it. It can be restored by saving it within `draftUndoMinutes`. Throws
 * NOT_FOUND.
 */
export async function removeDraft(db: Db, userId: string, id: string): Promise<DraftView> {
  assertId(id, 'Draft');
  const removed = await db
    .updateTable('drafts')
    .set({ deletedAt: sql`now()` })
    .where((eb) => eb.and({ id, userId, deletedAt: null }))
    .returning(['id', 'version', 'content', 'updatedAt'])
    .executeTakeFirst();
  if (!removed) throw notFound('Draft');
  return viewDraft(removed);
}

/** Deletes a draft for good in the transaction that publishes it. Throws CONFLICT if it was changed. */
export async function deletePublishedDraft(
  trx: Db,
  userId: string,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const deleted = await trx
    .deleteFrom('drafts')
    .where((eb) => eb.and({ id, userId }))
    .returning(['id', 'version', 'content', 'updatedAt'])
    .executeTakeFirst();
  // The error undoes the deletion with the transaction.
  if (deleted && deleted.version !== version) throw changed(viewDraft(deleted));
}

export async function findDraft(
  db: Db,
  by: { userId: string } & ({ id: string } | { clientId: string }),
) {
  const row = await db
    .selectFrom('drafts')
    .select(['id', 'version', 'content', 'updatedAt', 'deletedAt'])
    .where((eb) => eb.and(by))
    .executeTakeFirst();
  return row && { view: viewDraft(row), isRemoved: row.deletedAt !== null };
}

async function findKnown(
  trx: Db,
  { userId, id, clientId }: { userId: string } & Partial<Record<'id' | 'clientId', string>>,
) {
  if (id !== undefined) return findDraft(trx, { userId, id });
  return clientId === undefined ? undefined : findDraft(trx, { userId, clientId });
}

async function countDrafts(trx: Db, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('drafts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where((eb) => eb.and({ userId, deletedAt: null }))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the refusal of a change of a draft that does not exist, or that was published. */
async function missing(trx: Db, userId: string, id: string): Promise<AppError> {
  const listing = await trx
    .selectFrom('listings')
    .select(['id', 'title'])
    .where((eb) => eb.and({ sellerId: userId, clientId: id, deletedAt: null }))
    .executeTakeFirst();
  if (!listing) return notFound('Draft');
  return new AppError('CONFLICT', 'This draft has been published.', { listing });
}

function changed(draft: DraftView): AppError {
  return new AppError('CONFLICT', 'This draft was changed on another device.', { draft });
}

function viewDraft(row: { id: string; version: number; content: unknown; updatedAt: Date }) {
  const { id, version, content, updatedAt } = row;
  return { id, version, draft: content as DraftContent, updatedAt: updatedAt.toISOString() };
}
