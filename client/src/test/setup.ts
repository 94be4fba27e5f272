import { afterEach } from 'vitest';

// Test files share their modules, so a hook in render.tsx would run for the first file only.
afterEach(async () => {
  if (typeof document !== 'undefined') (await import('@testing-library/react')).cleanup();
});
