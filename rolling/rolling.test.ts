import { expect, test } from 'vitest';
import { whyUnavailable } from '@marketplace/server/test/debian-programs';
import { runRolling } from './campaign.ts';

const unavailable = (await whyUnavailable('nginx')) ?? (await whyUnavailable('HAProxy'));

/** Restarts each instance once. `npm run test:rolling` does it under full load. */
test.skipIf(unavailable)(
  'no request, socket or event is lost while two instances restart in turn',
  async () => {
    const figures = await runRolling({
      proxies: ['nginx', 'HAProxy'],
      requestsPerSecond: 30,
      socketsPerProxy: 20,
      restarts: 1,
      log: () => undefined,
    });
    expect(figures?.failures).toEqual([]);
    expect(figures?.posted).toBeGreaterThan(200);
    expect(figures?.moved).toBeGreaterThan(20);
  },
  180_000,
);
