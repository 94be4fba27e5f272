import { describe, expect, it } from 'vitest';
import { callerOf } from '../features/listings/listings.fixtures.ts';
import { createTestListing } from '../features/messaging/messaging.fixtures.ts';
import type { InstanceOptions } from '../test/server.ts';
import { createTestUser } from '../test/users.ts';
import { eventually, startPair, watchListings } from './pair.fixtures.ts';
import { soonMs } from './realtime.fixtures.ts';

/** Tests live listings at two instances, over any bus. */
export function describeLiveListings(name: string, options?: InstanceOptions): void {
  describe(`${name}`, () => {
    const pair = startPair(options);

    it('show a new title and price and a removal to visitors at both instances within a second', async () => {
      const { one, other, connect, database } = pair;
      const seller = await createTestUser(database.db);
      const id = await createTestListing(database.db, seller.id, { price: '50.00' });
      const visitors = [connect(one), connect(other)];
      const logs = await Promise.all(visitors.map((visitor) => watchListings(visitor, [id])));
      const shown = {
        title: 'Oak table',
        price: '50.00',
        availability: 'available',
        isActive: true,
        awayUntil: null,
      };
      const first = { id, version: 1, ...shown };
      for (const states of logs) expect(states).toEqual([first]);

      const api = callerOf(one.ctx, seller);
      const changedAt = performance.now();
      await api.update({ id, title: 'Solid oak table', price: '40.00' });
      const cheaper = { ...first, version: 2, title: 'Solid oak table', price: '40.00' };
      await eventually(() => {
        for (const states of logs) expect(states).toEqual([first, cheaper]);
      });
      await api.remove({ id });
      const gone = { ...first, version: 3, title: '', price: '0.00', isActive: false };
      await eventually(() => {
        for (const states of logs) expect(states).toEqual([first, cheaper, gone]);
      });
      expect(performance.now() - changedAt).toBeLessThan(soonMs);
    });
  });
}
