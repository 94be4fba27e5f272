import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { initializeAdmin } from './admins.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function insertUser(name: string): Promise<{ id: string; email: string }> {
  return database.db
    .insertInto('users')
    .values({ email: `${name}@example.com`, username: name })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
}

test('lets exactly one of two users become the first admin, and later ones with ADMIN_EMAILS', async () => {
  const [ann, bob, cleo] = await Promise.all(['ann', 'bob', 'cleo'].map(insertUser));
  const results = await Promise.allSettled(
    [ann!, bob!].map((user) => initializeAdmin(database.db, user)),
  );
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  const lost = results.find((result) => result.status === 'rejected');
  expect(lost?.reason).toMatchObject({ code: 'CONFLICT' });

  const forced = initializeAdmin(database.db, cleo!, []);
  await expect(forced).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await initializeAdmin(database.db, cleo!, [cleo!.email]);
  const admins = await database.db
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', true)
    .execute();
  expect(admins).toHaveLength(2);
  const log = await database.db.selectFrom('auditLog').select('action').orderBy('id').execute();
  expect(log.map((entry) => entry.action)).toEqual(['admin.initialize', 'admin.forceInitialize']);
});
