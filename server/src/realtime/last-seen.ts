import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../app-context.ts';
import { createCollector } from './collector.ts';
import { createGroups } from './groups.ts';

/** How often `last_seen_at` is written. Code that checks for open pages allows for twice that. */
const defaultEveryMs = 60_000;
const defaultRetryMs = 5_000;

/** Updates `users.last_seen_at` for every user with an open socket at this instance. */
export function createLastSeen(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  { everyMs = defaultEveryMs, retryMs = defaultRetryMs } = {},
) {
  const open = createGroups<symbol>();
  const seen = createCollector<string>({
    delayMs: 100,
    retryMs,
    perBatch: 1_000,
    flush: (userIds) => touchUsers(db, userIds),
    onError: (error) =>
      log.warn({ err: error }, 'Could not write when users were last seen; trying again.'),
  });
  const markAllSeen = () => open.keys().forEach(seen.add);
  const tick = setInterval(markAllSeen, everyMs);
  return {
    /** Records an open socket. Call the returned function once when it has closed. */
    connected(userId: string) {
      if (!open.has(userId)) seen.add(userId);
      const leave = open.add(userId, Symbol());
      return () => {
        leave();
        if (!open.has(userId)) seen.add(userId);
      };
    },
    /** Writes all pending and all connected users, and stops. */
    close(): Promise<void> {
      clearInterval(tick);
      markAllSeen();
      return seen.close();
    },
  };
}

/** Updates `last_seen_at`. Locks rows in ascending id, so that two instances never deadlock. */
async function touchUsers(db: Db, userIds: string[]): Promise<void> {
  await sql`
    update users u set last_seen_at = now()
    from (
      select id from users
      where id = any(${userIds}::uuid[]) and deleted_at is null
      order by id for no key update
    ) as locked
    where u.id = locked.id`.execute(db);
}
