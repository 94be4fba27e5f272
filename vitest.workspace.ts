import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const node = {
  environment: 'node' as const,
  setupFiles: ['vitest.setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // The same timeout as vi.waitFor has in vitest.setup.ts.
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    // Tests spend more time waiting for servers than computing.
    maxWorkers: Math.max(5, availableParallelism()),
    projects: [
      {
        test: { ...node, name: 'shared', include: ['shared/src/**/*.test.ts'], isolate: false },
      },
      {
        test: {
          ...node,
          name: 'server',
          include: ['db/src/**/*.test.ts', 'server/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['server/src/test/global-setup.ts'],
          // Isolation would load the server again for each file, which took a sixth of the run.
          isolate: false,
        },
      },
      {
        test: {
          ...node,
          name: 'campaigns',
          include: ['faults/**/*.test.ts', 'attacks/**/*.test.ts', 'abuse/**/*.test.ts'],
          globalSetup: ['server/src/test/global-setup.ts'],
        },
      },
      {
        test: {
          ...node,
          name: 'rolling',
          include: ['rolling/**/*.test.ts'],
          globalSetup: ['server/src/test/debian-programs.ts'],
          // Runs after all others: HAProxy gives up on servers that respond slowly on a busy
          // machine.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...node,
          name: 'client',
          include: ['client/src/**/*.test.{ts,tsx}'],
          setupFiles: [...node.setupFiles, 'client/src/test/setup.ts'],
          // Isolation would load React and Mantine again for each file, which took half of the time.
          isolate: false,
        },
      },
    ],
  },
});
