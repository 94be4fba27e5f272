import { sql } from 'kysely';
import type { WebSocket } from 'ws';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../app-context.ts';
import { createGroups } from './groups.ts';
import { createCollector } from './collector.ts';

/** The close code of a socket whose session was revoked or has expired. */
export const sessionEnded = 4401;
/** How often the sessions of all sockets are checked, in case an announcement was lost. */
const checkEveryMs = 15_000;

/** Tracks the sockets of each session, and closes them when it ends. */
export function createSocketSessions({ db, hub, log }: Pick<AppContext, 'db' | 'hub' | 'log'>) {
  const sockets = createGroups<WebSocket>();
  const lastSeen = createLastSeen({ db, log });

  const end = (sessionIds: Iterable<string>) => {
    for (const sessionId of sessionIds) {
      for (const socket of sockets.of(sessionId)) {
        socket.close(sessionEnded, 'The session has ended.');
        // The closing handshake may take half a second.
        setTimeout(() => socket.terminate(), 500).unref();
      }
    }
  };
  const endExpired = async (sessionIds: string[]) => {
    const live = await findLiveSessions(db, sessionIds);
    end(sessionIds.filter((id) => !live.has(id)));
    return live;
  };
  const unsubscribe = hub.onSessionsClosed(end);
  const check = setInterval(() => {
    const sessionIds = sockets.keys();
    if (sessionIds.length === 0) return;
    const readAt = hub.presence.now();
    endExpired(sessionIds).then(
      (live) => {
        for (const { userId, showPresence } of live.values()) {
          hub.presence.showHere(userId, showPresence, readAt);
        }
      },
      (error: unknown) => {
        log.warn({ err: error }, 'The sessions of the open sockets could not be looked up.');
      },
    );
  }, checkEveryMs);

  return {
    /** Registers an open socket, and closes it if its session has ended. */
    async add(socket: WebSocket, session: { id: string; user: { id: string } }) {
      if (socket.readyState === socket.CLOSED) return;
      const userId = session.user.id;
      const leave = [
        sockets.add(session.id, socket),
        lastSeen.connected(userId),
        hub.presence.connected(userId),
      ];
      socket.once('close', () => leave.forEach((step) => step()));
      // After registration, this finds a session that ended earlier, and `end` handles later ones.
      const readAt = hub.presence.now();
      const found = (await endExpired([session.id])).get(session.id);
      if (found && socket.readyState === socket.OPEN) {
        hub.presence.showHere(userId, found.showPresence, readAt);
      }
    },
    /** Stops the checks. Call it after the sockets have closed. */
    async close() {
      clearInterval(check);
      unsubscribe();
      await lastSeen.close();
    },
  };
}

/** Returns those of the sessions that are live, each with the user's setting for online status. */
export async function findLiveSessions(
  db: Db,
  sessionIds: string[],
): Promise<Map<string, { userId: string; showPresence: boolean }>> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.id', 's.userId', 'u.showPresence'])
    .where('s.id', '=', sql<string>`any(${sessionIds}::uuid[])`)
    .where('s.expiresAt', '>', sql<Date>`now()`)
    .where('u.deactivatedAt', 'is', null)
    .where('u.deletedAt', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Updates `users.last_seen_at` every minute for every user with an open socket at this instance.
 * Code that checks for open pages allows for twice that time.
 */
export function createLastSeen(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  { everyMs = 60_000, retryMs = 5_000 } = {},
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
