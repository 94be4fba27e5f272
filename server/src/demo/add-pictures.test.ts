import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { imageObjectKey } from '@marketplace/shared/media/urls';
import type { AppContext } from '../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createTestContext } from '../test/app-context.ts';
import { callerOf } from '../features/listings/listings.fixtures.ts';
import { addPictures } from './add-pictures.ts';
import { seedDemo } from './seed-demo.ts';

let database: TestDatabase;
let ctx: AppContext;
const never = new AbortController().signal;

beforeEach(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  await seedDemo(ctx);
  const { ids } = await ctx.db
    .selectFrom('listings')
    .select((eb) => eb.fn.agg<string[]>('array_agg', ['id']).as('ids'))
    .executeTakeFirstOrThrow();
  // The remaining listings have more than one batch of pictures.
  await ctx.db
    .updateTable('listings')
    .set({ deletedAt: new Date() })
    .where('id', 'in', ids.sort().slice(20))
    .execute();
});
afterEach(() => database.close());

/** Returns the ids of listing pictures. Portraits have another height, because they are square. */
const imageIds = async () =>
  (await ctx.db.selectFrom('images').select('id').where('height', '=', 960).execute())
    .map((row) => row.id)
    .sort();

const shownCount = async () =>
  Number(
    (
      await ctx.db
        .selectFrom('listingImages')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );

it('continues where it was stopped, and shows the stored files', async () => {
  const stopped = new AbortController();
  const objects = {
    ...ctx.objects,
    put: async (...file: Parameters<typeof ctx.objects.put>) => {
      stopped.abort();
      return ctx.objects.put(...file);
    },
  };
  await addPictures({ ...ctx, objects }, stopped.signal);
  const early = await imageIds();
  expect(early.length).toBeGreaterThan(0);
  const listed = async () =>
    (await callerOf(ctx).list({ limit: 100 })).items.flatMap(({ images }) => images).length;
  expect(await listed()).toBe(early.length);

  await addPictures(ctx, never);
  const all = await imageIds();
  expect(all.length).toBeGreaterThan(early.length);
  expect(all).toEqual(expect.arrayContaining(early));
  expect(await shownCount()).toBe(all.length);
  expect(await listed()).toBe(all.length);
  for (const id of all) {
    const stored = await ctx.objects.get(imageObjectKey(id, 1280));
    const { width, height } = await sharp(await buffer(stored!.body)).metadata();
    expect({ width, height }).toEqual({ width: 1280, height: 960 });
  }
});

it('adds each picture once when two instances run at the same time', async () => {
  await Promise.all([seedDemo(ctx), seedDemo(ctx)]);
  await Promise.all([addPictures(ctx, never), addPictures(ctx, never)]);
  expect(await shownCount()).toBe((await imageIds()).length);
});

it('does not change listings that their seller has edited', async () => {
  await ctx.db.updateTable('listings').set({ updatedAt: new Date() }).execute();
  await addPictures(ctx, never);
  expect(await imageIds()).toEqual([]);
});

it('adds each portrait once, and not again after the user removes it', async () => {
  await addPictures(ctx, never);
  const withPicture = () =>
    ctx.db
      .selectFrom('users')
      .select(['id', 'avatarImageId'])
      .where('avatarImageId', 'is not', null)
      .execute();
  const people = await withPicture();
  expect(people.length).toBeGreaterThanOrEqual(12);
  for (const { avatarImageId } of people) {
    expect(await ctx.objects.get(imageObjectKey(avatarImageId!, 320))).toBeDefined();
  }
  const first = people[0]!;
  await ctx.db
    .updateTable('users')
    .set({ avatarImageId: null })
    .where('id', '=', first.id)
    .execute();
  await addPictures(ctx, never);
  expect(await withPicture()).toHaveLength(people.length - 1);
});
