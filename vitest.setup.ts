import { vi } from 'vitest';

// Generous for a busy machine, where the default of a second is too short. A wait ends as soon as
// its condition is met.
const { waitFor } = vi;
if (waitFor.name !== 'waitLonger') {
  vi.waitFor = function waitLonger(callback, options) {
    return waitFor(callback, options ?? { timeout: 15_000 });
  };
}
