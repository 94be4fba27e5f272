import { vi } from 'vitest';

// Room for a busy machine, where a second is not enough: these are waits for something, which end as
// soon as it is there.
const { waitFor } = vi;
if (waitFor.name !== 'waitLonger') {
  vi.waitFor = function waitLonger(callback, options) {
    return waitFor(callback, options ?? { timeout: 15_000 });
  };
}
