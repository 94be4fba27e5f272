import { expect, test } from 'vitest';
import { whyUnavailable } from '@marketplace/server/test/debian-programs';
import { runRolling } from './campaign.ts';

const unavailable = (await whyUnavailable('nginx')) ?? (await whyUnavailable('HAProxy'));

/** One restart of each instance behind both proxies; `npm run test:rolling` does it at full load. */
test.skipIf(unavailable)(
  'two instances restart in turn and no request, socket or event is lost',
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
