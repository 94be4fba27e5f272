import { afterAll, beforeAll } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';

/**
 * Returns an AppContext that a `beforeAll` hook fills, with a fresh database and rate limits too
 * high to be reached.
 */
export function messagingContext(): AppContext {
  const ctx = {} as AppContext;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const limiter = createLimiter(database.pool, 1_000);
    Object.assign(ctx, createTestContext(database, { limiter }));
  });
  afterAll(() => database.close());
  return ctx;
}
