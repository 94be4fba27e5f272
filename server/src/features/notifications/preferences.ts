import type { Db } from '@marketplace/db/database';

/** Which mail a user gets. */
interface Preferences {
  messages: boolean;
  reviews: boolean;
}

/** The user's choices. Throws when there is no such user: the caller has a live session. */
export async function getPreferences(db: Db, userId: string): Promise<Preferences> {
  return db
    .selectFrom('users')
    .select(['mailMessages as messages', 'mailReviews as reviews'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Changes what is given and returns all of the user's choices. */
export async function updatePreferences(
  db: Db,
  userId: string,
  { messages, reviews }: { messages?: boolean | undefined; reviews?: boolean | undefined },
): Promise<Preferences> {
  if (messages !== undefined || reviews !== undefined) {
    await db
      .updateTable('users')
      .set({
        ...(messages === undefined ? {} : { mailMessages: messages }),
        ...(reviews === undefined ? {} : { mailReviews: reviews }),
      })
      .where('id', '=', userId)
      .execute();
  }
  return getPreferences(db, userId);
}
