import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { imageObjectKeys } from '@marketplace/shared/media/urls';
import type { Parts } from '../parts.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createTestParts } from '../test/parts.ts';
import { addPictures } from './add-pictures.ts';
import { seedDemo } from './seed-demo.ts';

let database: TestDatabase;
let parts: Parts;
let log: string[];
const never = new AbortController().signal;

beforeEach(async () => {
  database = await createTestDatabase();
  log = [];
  parts = createTestParts(database, { log: pino({}, { write: (line) => void log.push(line) }) });
  await seedDemo(parts);
  const { ids } = await parts.db
    .selectFrom('listings')
    .select((eb) => eb.fn.agg<string[]>('array_agg', ['id']).as('ids'))
    .executeTakeFirstOrThrow();
  // A few listings will do.
  await parts.db
    .updateTable('listings')
    .set({ deletedAt: new Date() })
    .where('id', 'in', ids.sort().slice(4))
    .execute();
});
afterEach(() => database.close());

const imageIds = async () =>
  (await parts.db.selectFrom('images').select('id').execute()).map((row) => row.id).sort();

const shownCount = async () =>
  Number(
    (
      await parts.db
        .selectFrom('listingImages')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );

const started = () => log.filter((line) => line.includes('drawing demo pictures'));

it('goes on where it was stopped, and has nothing to do once all are there', async () => {
  const stopping = new AbortController();
  const first = addPictures(parts, stopping.signal);
  await vi.waitFor(async () => expect(await shownCount()).toBeGreaterThan(0), 30_000);
  stopping.abort();
  await first;
  const early = await imageIds();

  await addPictures(parts, never);
  const all = await imageIds();
  expect(all.length).toBeGreaterThan(early.length);
  expect(all).toEqual(expect.arrayContaining(early));
  expect(await shownCount()).toBe(all.length);
  for (const key of all.flatMap((id) => imageObjectKeys(id, 'webp'))) {
    expect(await parts.objects.get(key)).not.toBeNull();
  }
  const before = log.length;
  await addPictures(parts, never);
  expect(log.length).toBe(before);
}, 60_000);

it('is done by one of two instances', async () => {
  await Promise.all([seedDemo(parts), seedDemo(parts)]);
  await Promise.all([addPictures(parts, never), addPictures(parts, never)]);
  expect(started()).toHaveLength(1);
  expect(await shownCount()).toBe((await imageIds()).length);
}, 60_000);

it('leaves listings that were edited as their seller left them', async () => {
  await parts.db.updateTable('listings').set({ updatedAt: new Date() }).execute();
  await addPictures(parts, never);
  expect(await imageIds()).toEqual([]);
});
