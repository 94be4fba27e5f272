import { afterAll, describe, expect, it } from 'vitest';
import { createRedisBus } from '../platform/bus/redis-bus.ts';
import { startRedisServer } from '../test/redis-server.ts';
import type { InstanceOptions } from '../test/server.ts';
import { describeInstances } from './instances.contract.ts';
import { describeLiveListings } from './listings.contract.ts';
import { eventually, startPair } from './pair.fixtures.ts';
import { describePresence } from './presence.contract.ts';
import { contents, listening, positions, send, startTalk } from './realtime.fixtures.ts';

const redis = await startRedisServer();
const openBus: InstanceOptions['openBus'] = (_pool, log) => createRedisBus(redis?.url ?? '', log);

describe.runIf(redis)('with a real Redis server', () => {
  afterAll(() => redis?.stop());

  describeInstances('Two instances over Redis', { openBus });
  describeLiveListings('Live listings over Redis', { openBus });
  describePresence('Presence over Redis', { openBus });

  describe('A Redis that stops and comes back', () => {
    const pair = startPair({ openBus, tickMs: 500 });

    it('delays messages until the next check of the database, and loses none', async () => {
      const { one, other, connect } = pair;
      const { conversationId, buyer, seller } = await startTalk(one);
      const sender = connect(one, buyer);
      const log = await listening(connect(other, seller));
      await send(sender, conversationId, 'with');
      await eventually(() => expect(contents(log)).toEqual(['with']));
      await redis?.stop();
      await send(sender, conversationId, 'without');
      await eventually(() => expect(contents(log)).toEqual(['with', 'without']), 5_000);
      await expect(other.bus.check()).rejects.toThrow(Error);
      await redis?.start();
      await eventually(() => Promise.all([one.bus.check(), other.bus.check()]), 10_000);
      await send(sender, conversationId, 'with again');
      await eventually(() => expect(contents(log)).toHaveLength(3));
      expect(positions(log)).toEqual([1, 2, 3]);
      expect(log.errors).toEqual([]);
    });
  });
});
