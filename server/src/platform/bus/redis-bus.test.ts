import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { type RedisServer, startRedisServer } from '../../test/redis-server.ts';
import { describeBus } from './bus.contract.ts';
import { createRedisBus } from './redis-bus.ts';

const started = await startRedisServer();
const log = pino({ level: 'silent' });

describe.runIf(started)('with a real Redis server', () => {
  // Read inside the suite only, which runs only where there is one.
  const server = started as RedisServer;
  afterAll(() => server.stop());

  describeBus('The bus over Redis', async () => {
    const open = () => ({
      bus: createRedisBus(server.url, log),
      cutConnection: () => server.cutSubscribers(),
    });
    return [open(), open()];
  });
});

describe('a Redis that is down', () => {
  it('fails the check and the publishing at once, and ends nothing', async () => {
    const bus = createRedisBus('redis://127.0.0.1:1', log);
    await expect(bus.check()).rejects.toThrow('not subscribed');
    await expect(bus.publish('x')).rejects.toThrow(Error);
    await bus.close();
  });
});
