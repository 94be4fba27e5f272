import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { assertFits, type Bus, type BusListener, defaultHeartbeatMs } from './bus.ts';

const channel = 'marketplace';
const retryStrategy = (attempt: number) => Math.min(100 * 2 ** Math.min(attempt, 6), 5_000);

/** Creates a bus over Redis. While Redis is down, messages between instances are delayed. */
export function createRedisBus(url: string, log: Logger, heartbeatMs = defaultHeartbeatMs): Bus {
  const listeners = new Set<BusListener>();
  const common = { socketTimeout: heartbeatMs, retryStrategy };
  // It is better to drop a message than to send it late.
  const immediate = { enableOfflineQueue: false, maxRetriesPerRequest: 0 };
  const publisher = new Redis(url, { ...common, ...immediate });
  const lasting = { autoResubscribe: false, maxRetriesPerRequest: null };
  const subscriber = new Redis(url, { ...common, ...lasting });
  let subscribed = false;
  // If a ping is not answered in time, ioredis replaces the connection.
  const heartbeat = setInterval(() => {
    if (subscribed) subscriber.ping().catch(() => undefined);
  }, heartbeatMs);

  for (const connection of [publisher, subscriber]) {
    connection.on('error', (error) => log.warn({ err: error }, 'The bus cannot reach Redis.'));
  }
  subscriber.on('close', () => (subscribed = false));
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
      clearInterval(heartbeat);
      listeners.clear();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
