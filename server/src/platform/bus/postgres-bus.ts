import { setTimeout as pause } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import type { Logger } from 'pino';
import { assertFits, type Bus, type BusListener } from './bus.ts';

const channel = 'marketplace';
const firstWaitMs = 100;
const longestWaitMs = 5_000;

/**
 * The bus over NOTIFY and LISTEN of the database that `pool` reaches. Messages go out over the
 * pool; they come in over a connection of its own, which is opened anew whenever it breaks.
 */
export function createPostgresBus(pool: Pool, log: Logger): Bus {
  const listeners = new Set<BusListener>();
  const stop = new AbortController();
  let connected = false;

  const listen = async (): Promise<void> => {
    const client = new Client(pool.options);
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.once('end', () => resolve());
      stop.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ payload = '' }) => {
      for (const listener of listeners) listener.onMessage(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      connected = true;
      for (const listener of listeners) listener.onGap();
      await ended;
    } finally {
      connected = false;
      client.end().catch(() => undefined);
    }
  };

  const keepListening = async (): Promise<void> => {
    let waitMs = firstWaitMs;
    while (!stop.signal.aborted) {
      try {
        await listen();
        waitMs = firstWaitMs;
      } catch (error) {
        log.warn({ err: error }, 'The bus cannot listen to the database.');
        waitMs = Math.min(waitMs * 2, longestWaitMs);
      }
      await pause(waitMs * (0.5 + Math.random() / 2), undefined, { signal: stop.signal }).catch(
        () => undefined,
      );
    }
  };

  const listening = keepListening();
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
      await listening;
    },
  };
}
