import { sql } from 'kysely';
import type { WebSocket } from 'ws';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../app-context.ts';
import { createLastSeen } from './last-seen.ts';

/** Which sockets hang on which session, so that they close with it. */
export interface SocketSessions {
  /** Registers an open socket. It is closed at once when the session has ended in the meantime. */
  add(socket: WebSocket, session: { id: string; user: { id: string } }): Promise<void>;
  /** Forgets them all. To be called when the sockets have been closed. */
  close(): Promise<void>;
}

/** The close code of a socket whose session was revoked or has expired. */
export const sessionEnded = 4401;
/** How often the sessions of all sockets are looked up, should the news of one's end have been lost. */
const lookEveryMs = 15_000;
/** How long a socket may take over its closing handshake. */
const closingMs = 500;

export function createSocketSessions({
  db,
  hub,
  log,
}: Pick<AppContext, 'db' | 'hub' | 'log'>): SocketSessions {
  const bySession = new Map<string, Set<WebSocket>>();
  const lastSeen = createLastSeen({ db, log });

  const end = (sessionIds: Iterable<string>) => {
    for (const sessionId of sessionIds) {
      for (const socket of bySession.get(sessionId) ?? []) closeSocket(socket);
    }
  };
  const endThoseGone = async (sessionIds: string[]) => {
    const live = await findLiveSessions(db, sessionIds);
    end(sessionIds.filter((id) => !live.has(id)));
    return live;
  };
  const stopHearing = hub.onSessionsClosed(end);
  const look = setInterval(() => {
    if (bySession.size === 0) return;
    const readAt = hub.presence.now();
    endThoseGone([...bySession.keys()]).then(
      (live) => {
        for (const { userId, showPresence } of live.values()) {
          hub.presence.showHere(userId, showPresence, readAt);
        }
      },
      (error: unknown) => {
        log.warn({ err: error }, 'The sessions of the open sockets could not be looked up.');
      },
    );
  }, lookEveryMs);

  return {
    async add(socket, session) {
      if (socket.readyState === socket.CLOSED) return;
      const sockets = bySession.get(session.id) ?? new Set();
      bySession.set(session.id, sockets.add(socket));
      const userId = session.user.id;
      const leave = [lastSeen.connected(userId), hub.presence.connected(userId)];
      socket.once('close', () => {
        sockets.delete(socket);
        if (sockets.size === 0 && bySession.get(session.id) === sockets) {
          bySession.delete(session.id);
        }
        for (const step of leave) step();
      });
      // Looked up after it is registered: a session that ended before is found gone, one that ends later closes it.
      const readAt = hub.presence.now();
      const found = (await endThoseGone([session.id])).get(session.id);
      if (found && socket.readyState === socket.OPEN) {
        hub.presence.showHere(userId, found.showPresence, readAt);
      }
    },
    async close() {
      clearInterval(look);
      stopHearing();
      await lastSeen.close();
    },
  };
}

function closeSocket(socket: WebSocket): void {
  socket.close(sessionEnded, 'The session has ended.');
  setTimeout(() => socket.terminate(), closingMs).unref();
}

/** Of these sessions the ones that live, each with whether its user lets others see them online. */
async function findLiveSessions(
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
