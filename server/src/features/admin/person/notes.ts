import { randomUUID } from 'node:crypto';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { addNoteInput, PersonNote } from '@marketplace/shared/admin/person';
import { assertId, notFound } from '../../../errors.ts';
import { findPeople, viewPerson } from '../../moderation/audit-log.ts';

/** How many notes a page about a person shows. */
export const mostNotes = 50;

/**
 * Adds a note about a person. The same `clientId` by the same admin returns the first note. Throws
 * NOT_FOUND for an unknown or deleted person.
 */
export async function addNote(
  db: Db,
  authorId: string,
  { id, text, clientId = randomUUID() }: output<typeof addNoteInput>,
): Promise<PersonNote> {
  assertId(id, 'User');
  await db.transaction().execute(async (trx) => {
    // The lock makes a deletion of the account wait, which removes all notes.
    await trx
      .selectFrom('users')
      .select('id')
      .where((eb) => eb.and({ id, deletedAt: null }))
      .forShare()
      .executeTakeFirstOrThrow(() => notFound('User'));
    await trx
      .insertInto('adminNotes')
      .values({ userId: id, authorId, clientId, text })
      .onConflict((conflict) => conflict.columns(['authorId', 'clientId']).doNothing())
      .execute();
  });
  const added = notesOf(db).where((eb) => eb.and({ authorId, clientId }));
  const [note] = await viewNotes(db, await added.execute());
  if (!note) throw notFound('Note');
  return note;
}

/** Returns the newest notes about a person. */
export async function listNotes(db: Db, userId: string): Promise<PersonNote[]> {
  const newest = notesOf(db)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostNotes);
  return viewNotes(db, await newest.execute());
}

function notesOf(db: Db) {
  return db.selectFrom('adminNotes').select(['id', 'text', 'authorId', 'createdAt']);
}

async function viewNotes(
  db: Db,
  rows: Awaited<ReturnType<ReturnType<typeof notesOf>['execute']>>,
): Promise<PersonNote[]> {
  if (rows.length === 0) return [];
  const people = await findPeople(
    db,
    rows.map(({ authorId }) => authorId),
  );
  return rows.map(({ authorId, createdAt, ...note }) => {
    const author = people.get(authorId ?? '');
    return {
      ...note,
      author: author ? viewPerson(author) : null,
      createdAt: createdAt.toISOString(),
    };
  });
}
