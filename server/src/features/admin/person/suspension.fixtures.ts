import { afterAll, beforeAll, expect } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { adminOf, createTestAdmin } from '../admin.fixtures.ts';

interface World {
  database: TestDatabase;
  server: TestServer;
  admin: ReturnType<typeof adminOf>;
}

export const reason = 'You posted the same bike nine times.';

/** Matches the refusal of what a suspended person tries. */
export const refusal = expect.stringMatching(
  /^Your account is read-only until .+ at .+\. Reason: You posted the same bike nine times\. To appeal, /,
) as string;

/** Starts a server with an admin for all tests of the calling file. */
export function suspensionWorld() {
  const world = {} as World;
  beforeAll(async () => {
    const database = await createTestDatabase();
    const server = await startTestServer(database);
    const admin = adminOf(server.ctx, await createTestAdmin(server.ctx));
    Object.assign(world, { database, server, admin });
  });
  afterAll(async () => {
    await world.server.close();
    await world.database.close();
  });
  return {
    world,
    suspend: (id: string, days = 7) => world.admin.suspend({ id, days, reason }),
    stateOf: (id: string) =>
      world.database.db
        .selectFrom('users')
        .select(['suspendedUntil', 'suspensionReason'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    async call(path: string, headers: Record<string, string>, init: RequestInit = {}) {
      const json = { 'content-type': 'application/json' };
      const answer = await fetch(world.server.url + path, {
        ...{ method: 'POST', body: '{}', ...init },
        headers: { ...json, ...headers },
      });
      const body = (await answer.json()) as { message?: string; error?: { message: string } };
      return { status: answer.status, message: body.error?.message ?? body.message };
    },
  };
}
