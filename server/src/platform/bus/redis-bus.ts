import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { assertFits, type Bus, type BusListener, usualBeatMs } from './bus.ts';

const channel = 'marketplace';
const retryStrategy = (attempt: number) => Math.min(100 * 2 ** Math.min(attempt, 6), 5_000);

/** The bus over Redis publish and subscribe. A Redis that is down delays messages between instances. */
export function createRedisBus(url: string, log: Logger, beatMs = usualBeatMs): Bus {
  const listeners = new Set<BusListener>();
  // A message that cannot go out now is better dropped than sent late.
  const publisher = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    socketTimeout: beatMs,
    retryStrategy,
  });
  const subscriber = new Redis(url, {
    autoResubscribe: false,
    maxRetriesPerRequest: null,
    socketTimeout: beatMs,
    retryStrategy,
  });
  let subscribed = false;
  // Asked for a sign of life; without one in time the connection is given up and opened anew.
  const beat = setInterval(() => {
    if (subscribed) subscriber.ping().catch(() => undefined);
  }, beatMs);

  for (const connection of [publisher, subscriber]) {
    connection.on('error', (error) => log.warn({ err: error }, 'The bus cannot reach Redis.'));
  }
  subscriber.on('close', () => {
    subscribed = false;
  });
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).then(
      () => {
        subscribed = true;
        for (const listener of listeners) listener.onGap();
      },
      (error: unknown) => log.warn({ err: error }, 'The bus cannot subscribe in Redis.'),
    );
  });
  subscriber.on('message', (_channel: string, message: string) => {
    for (const listener of listeners) listener.onMessage(message);
  });

  return {
    async publish(message) {
      assertFits(message);
      await publisher.publish(channel, message);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async check() {
      if (!subscribed) throw new Error('The bus is not subscribed in Redis.');
      await publisher.ping();
    },
    async close() {
      clearInterval(beat);
      listeners.clear();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
