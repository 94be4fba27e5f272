import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../app-context.ts';

/** Keeps `users.last_seen_at` fresh for everybody with an open socket at this instance. */
export interface LastSeen {
  /** A socket of the user opened; call what is returned once when it closed. */
  connected(userId: string): () => void;
  /** Writes what is left, and for those still connected. */
  close(): Promise<void>;
}

/** How often it is written; who looks for open sessions allows for twice that. */
const usualEveryMs = 60_000;
/** How long those who come and go are gathered, so that many at once are one write. */
const gatherMs = 100;
const usualRetryMs = 5_000;
/** Users in one write. */
const writtenAtOnce = 1_000;

/** A database that is away is tried again; nobody's socket notices. */
export function createLastSeen(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  { everyMs = usualEveryMs, retryMs = usualRetryMs } = {},
): LastSeen {
  const open = new Map<string, number>();
  const due = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();
  let isClosed = false;

  const writeIn = (ms: number) => {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = null;
      writing = writing.then(write);
    }, ms);
  };
  const write = async () => {
    const userIds = [...due];
    due.clear();
    for (let at = 0; at < userIds.length; at += writtenAtOnce) {
      try {
        await touchUsers(db, userIds.slice(at, at + writtenAtOnce));
      } catch (error) {
        log.warn({ err: error }, 'When users were last seen could not be written; trying on.');
        for (const userId of userIds.slice(at)) due.add(userId);
        writeIn(retryMs);
        return;
      }
    }
  };
  const everybodyIsDue = () => {
    for (const userId of open.keys()) due.add(userId);
  };
  const tick = setInterval(() => {
    everybodyIsDue();
    if (due.size > 0) writeIn(0);
  }, everyMs);

  return {
    connected(userId) {
      const count = open.get(userId) ?? 0;
      open.set(userId, count + 1);
      const isDue = () => {
        due.add(userId);
        writeIn(gatherMs);
      };
      if (count === 0) isDue();
      return () => {
        const left = (open.get(userId) ?? 1) - 1;
        if (left > 0) return void open.set(userId, left);
        open.delete(userId);
        isDue();
      };
    },
    async close() {
      isClosed = true;
      clearInterval(tick);
      if (timer) clearTimeout(timer);
      everybodyIsDue();
      writing = writing.then(write);
      await writing;
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
