import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Users } from '@marketplace/db/types.generated';
import type { Session } from '../context.ts';

/** Creates a user with a feed, like the first sign-in. */
export async function createTestUser(
  db: Db,
  values: Partial<Insertable<Users>> = {},
): Promise<Session['user']> {
  const unique = randomUUID().slice(0, 8);
  const user = await db
    .insertInto('users')
    .values({ email: `user-${unique}@example.com`, username: `user-${unique}`, ...values })
    .returning(['id', 'email', 'isAdmin', 'membershipTier', 'standing'])
    .executeTakeFirstOrThrow();
  await db.insertInto('feeds').values({ userId: user.id }).execute();
  const membershipTier = user.membershipTier === 'premium' ? 'premium' : 'free';
  return { ...user, membershipTier, hidesListings: false };
}

/** Returns a public IP address in a network of this user only. */
export function addressOf({ id }: { id: string }): string {
  return `2001:db8:${id.slice(0, 4)}:${id.slice(4, 8)}::1`;
}

export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 24 * 60 * 60 * 1000);
}
