import type { Kysely } from 'kysely';
import type { DB } from '@marketplace/db/types.generated';
import { startSession } from '@marketplace/server/features/auth/sessions';
import { createTestListing } from '@marketplace/server/features/messaging/messaging.fixtures';
import { cookieName } from '@marketplace/server/platform/http';
import { createSecrets } from '@marketplace/server/platform/secrets';
import { createTestUser } from '@marketplace/server/test/users';

export const sessionSecret = 'the secret of the rolling restarts, long enough';

/** A signed-in person with a listing that others write about. */
export interface Person {
  id: string;
  cookie: string;
  listingId: string;
}

export function createPeople(db: Kysely<DB>, count: number): Promise<Person[]> {
  const secrets = createSecrets(sessionSecret);
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const { id } = await createTestUser(db, { username: `person-${n}` });
      const { token } = await startSession(db, secrets, { userId: id, userAgent: 'Rolling' });
      const cookie = `${cookieName('session', false)}=${token}`;
      return { id, cookie, listingId: await createTestListing(db, id) };
    }),
  );
}
