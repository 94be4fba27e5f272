import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../app-context.ts';
import { createCollector } from './collector.ts';
import { createGroups } from './groups.ts';

/** How often it is written; the code that looks for open pages allows for twice that. */
const defaultEveryMs = 60_000;
const defaultRetryMs = 5_000;

/** Keeps `users.last_seen_at` fresh for everyone with an open socket at this instance. */
export function createLastSeen(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  { everyMs = defaultEveryMs, retryMs = defaultRetryMs } = {},
) {
  const open = createGroups<symbol>();
  const seen = createCollector<string>({
    ...{ delayMs: 100, retryMs, perBatch: 1_000 },
    keyOf: (userId) => userId,
    flush: (userIds) => touchUsers(db, userIds),
    onError: (error) =>
      log.warn({ err: error }, 'Could not write when users were last seen; trying again.'),
  });
  const seeAll = () => open.keys().forEach(seen.add);
  const tick = setInterval(seeAll, everyMs);
  return {
    /** A socket of the user opened; call the returned function once when it closed. */
    connected(userId: string) {
      if (!open.has(userId)) seen.add(userId);
      const leave = open.add(userId, Symbol());
      return () => {
        leave();
        if (!open.has(userId)) seen.add(userId);
      };
    },
    /** Writes what is left, and for those still connected. */
    close(): Promise<void> {
      clearInterval(tick);
      seeAll();
      return seen.close();
    },
  };
}

/** Locked in ascending id, so that two instances that write the same users never wait for each other. */
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
