import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const node = {
  environment: 'node' as const,
  setupFiles: ['vitest.setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // As of vi.waitFor in vitest.setup.ts.
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    // The tests wait for servers more than they work.
    maxWorkers: Math.max(5, availableParallelism()),
    projects: [
      { test: { ...node, name: 'shared', include: ['shared/src/**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'server',
          include: ['db/src/**/*.test.ts', 'server/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['server/src/test/global-setup.ts'],
          // Loading the server again for each file was a sixth of the work.
          isolate: false,
        },
      },
      {
        test: {
          ...node,
          name: 'campaigns',
          include: ['faults/**/*.test.ts', 'attacks/**/*.test.ts'],
          globalSetup: ['server/src/test/global-setup.ts'],
        },
      },
      {
        test: {
          ...node,
          name: 'rolling',
          include: ['rolling/**/*.test.ts'],
          globalSetup: ['server/src/test/debian-programs.ts'],
          // After all others: HAProxy gives up on servers that a busy machine keeps from answering.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: { ...node, name: 'client', include: ['client/src/**/*.test.{ts,tsx}'] },
      },
    ],
  },
});
