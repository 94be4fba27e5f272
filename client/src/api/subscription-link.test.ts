import { expect, it } from 'vitest';
import { reconnectDelay } from './subscription-link.ts';

it('reconnects at once, then ever later, within 30 s, and not all at the same moment', () => {
  expect(reconnectDelay(0)).toBe(0);
  for (let attempt = 1; attempt < 40; attempt += 1) {
    const soonest = reconnectDelay(attempt, () => 0);
    const latest = reconnectDelay(attempt, () => 1);
    expect(latest).toBeLessThanOrEqual(30_000);
    expect(soonest).toBe(latest / 2);
    expect(latest).toBeGreaterThanOrEqual(reconnectDelay(attempt - 1, () => 1));
  }
});
