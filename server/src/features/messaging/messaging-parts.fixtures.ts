import { afterAll, beforeAll } from 'vitest';
import type { Parts } from '../../parts.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestParts } from '../../test/parts.ts';

/** Parts on a database of the test file's own, there once its tests begin; nobody reaches a limit. */
export function messagingParts(): Parts {
  const parts = {} as Parts;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const limiter = createLimiter(database.pool, 1_000);
    Object.assign(parts, createTestParts(database, { limiter }));
  });
  afterAll(() => database.close());
  return parts;
}
