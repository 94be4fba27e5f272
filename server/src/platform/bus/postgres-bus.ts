import { setTimeout as pause } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import type { Logger } from 'pino';
import { assertFits, type Bus, type BusListener, defaultHeartbeatMs } from './bus.ts';

const channel = 'marketplace';
const listening = `listen ${channel}`;
const firstWaitMs = 100;

/** Creates a bus over NOTIFY, through `pool`, and LISTEN, on a connection replaced if it breaks. */
export function createPostgresBus(pool: Pool, log: Logger, heartbeatMs = defaultHeartbeatMs): Bus {
  const listeners = new Set<BusListener>();
  const stop = new AbortController();
  let connected = false;

  const listen = async (): Promise<void> => {
    const timeouts = { connectionTimeoutMillis: heartbeatMs, query_timeout: heartbeatMs };
    const client = new Client({ ...pool.options, ...timeouts });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const onEnd = () => end();
    client.on('error', onEnd);
    client.once('end', onEnd);
    stop.signal.addEventListener('abort', onEnd);
    let heartbeat: NodeJS.Timeout | undefined;
    client.on('notification', ({ payload = '' }) => {
      for (const listener of listeners) listener.onMessage(payload);
    });
    try {
      await client.connect();
      await client.query(listening);
      connected = true;
      // Repeating LISTEN changes nothing, and shows whether the connection is alive.
      heartbeat = setInterval(() => client.query(listening).catch(() => end()), heartbeatMs);
      for (const listener of listeners) listener.onGap();
      await ended;
    } finally {
      connected = false;
      clearInterval(heartbeat);
      stop.signal.removeEventListener('abort', onEnd);
      client.removeAllListeners('notification');
      client.end().catch(() => undefined);
    }
  };

  const listenUntilStopped = async (): Promise<void> => {
    let waitMs = firstWaitMs;
    while (!stop.signal.aborted) {
      try {
        await listen();
        waitMs = firstWaitMs;
      } catch (error) {
        log.warn({ err: error }, 'The bus cannot listen to the database.');
        waitMs = Math.min(waitMs * 2, 5_000);
      }
      const restMs = waitMs * (0.5 + Math.random() / 2);
      await pause(restMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };

  const stopped = listenUntilStopped();
  return {
    async publish(message) {
      assertFits(message);
      await pool.query('select pg_notify($1, $2)', [channel, message]);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async check() {
      if (!connected) throw new Error('The bus does not listen to the database.');
    },
    async close() {
      stop.abort();
      listeners.clear();
      await stopped;
    },
  };
}
