import { randomInt } from 'node:crypto';
import type { Db } from '@marketplace/db/database';

/** First words of the names that new users get: neutral, and telling nothing about them. */
const words = [
  'neighbor',
  'maple',
  'hudson',
  'mohawk',
  'cedar',
  'harbor',
  'meadow',
  'orchard',
  'willow',
  'summit',
  'river',
  'bluebird',
];

/** Tries with ever longer numbers before something else must be wrong. */
const maxAttempts = 8;

/**
 * The user of the address, who is made at the first sign-in: with a feed, and a username derived
 * from nothing private. The row stays locked against deactivation until the
 * transaction ends.
 */
export async function findOrCreateUser(
  db: Db,
  email: string,
): Promise<{ id: string; deactivated: boolean; isNew: boolean }> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const known = await db
      .selectFrom('users')
      .select(['id', 'deactivatedAt'])
      .where('email', '=', email)
      .where('deletedAt', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (known) {
      return { id: known.id, deactivated: known.deactivatedAt !== null, isNew: false };
    }
    // Nothing comes back when the address or the username was taken meanwhile: look again.
    const made = await db
      .insertInto('users')
      .values({ email, username: newUsername(attempt) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) {
      await db.insertInto('feeds').values({ userId: made.id }).execute();
      return { id: made.id, deactivated: false, isNew: true };
    }
  }
  throw new Error('No free username was found for a new account.');
}

/** Such as 'neighbor-4821'; each further attempt has one digit more. */
function newUsername(attempt: number): string {
  const smallest = 10 ** (3 + attempt);
  return `${words[randomInt(words.length)]}-${randomInt(smallest, smallest * 10)}`;
}
