import type { Db } from '@marketplace/db/database';

/** Returns true for an account of the lowest standing, whose daily limits are lower. */
export async function isNewAccount(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('standing')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.standing === 0;
}
