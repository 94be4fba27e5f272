import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, startRedisServer } from '../../test/redis-server.ts';
import { type FreezingLink, startFreezingLink } from '../../test/freezing-link.ts';
import { describeBus, testHeartbeatMs } from './bus.contract.ts';
import { createRedisBus } from './redis-bus.ts';

const started = await startRedisServer();
const log = pino({ level: 'silent' });

describe.runIf(started)('with a real Redis server', () => {
  // Safe, because the suite only runs if there is a server.
  const server = started as RedisServer;
  let link: FreezingLink;
  beforeAll(async () => {
    link = await startFreezingLink(Number(new URL(server.url).port));
  });
  afterAll(async () => {
    await link.close();
    await server.stop();
  });

  describeBus('The bus over Redis', async () => {
    const open = () => ({
      bus: createRedisBus(`redis://127.0.0.1:${link.port}`, log, testHeartbeatMs),
      freezeConnection: () => link.freeze(),
      cutConnection: () => server.cutSubscribers(),
    });
    return [open(), open()];
  });
});

describe('a Redis that is down', () => {
  it('makes the check and publishing fail at once, without crashing the process', async () => {
    const bus = createRedisBus('redis://127.0.0.1:1', log);
    await expect(bus.check()).rejects.toThrow('not subscribed');
    await expect(bus.publish('x')).rejects.toThrow(Error);
    await bus.close();
  });
});
