import { afterEach } from 'vitest';

// Files share their modules, so each file registers this anew.
afterEach(async () => {
  if (typeof document !== 'undefined') (await import('@testing-library/react')).cleanup();
});
