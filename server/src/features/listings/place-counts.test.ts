import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf, insertListing } from './listings.fixtures.ts';
import { placeOf } from './place.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('counts public listings by county and by town', async () => {
  const { id } = await createTestUser(database.db);
  const insert = (location: string, values = {}) =>
    insertListing(database.db, id, { ...placeOf(location), ...values });
  await insert('Troy', { category: 'books' });
  await insert('Troy', { category: 'food', condition: 'new' });
  await insert('Hoosick Falls');
  await insert('Rensselaer County');
  await insert('Catskill');
  await insert('Capital Region');
  await insert('Hudson', { isActive: false });
  await insert('Hudson', { deletedAt: new Date() });
  const { total, counties, towns } = await callerOf(createTestContext(database)).places();
  expect(total).toBe(6);
  const byName = (counts: typeof towns) =>
    Object.fromEntries(counts.map(({ name, count }) => [name, count]));
  expect(byName(counties)).toEqual({
    Albany: 0,
    Columbia: 0,
    Greene: 1,
    Rensselaer: 4,
    Saratoga: 0,
    Schenectady: 0,
    Warren: 0,
    Washington: 0,
  });
  expect(byName(towns)).toEqual({ Troy: 2, 'Hoosick Falls': 1, Catskill: 1 });
});
