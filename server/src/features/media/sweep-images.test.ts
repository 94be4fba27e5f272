import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allImageObjectKeys } from '@marketplace/shared/media/urls';
import { undoMinutes } from '@marketplace/shared/moderation/constants';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { sweepImages } from './images.ts';

let database: TestDatabase;
let ctx: AppContext;
let ownerId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  ownerId = (await createTestUser(ctx.db)).id;
});
afterAll(() => database.close());

/** Creates a stored image that was uploaded this many hours ago. */
async function newImage(hours: number): Promise<string> {
  const { id } = await ctx.db
    .insertInto('images')
    .values({
      ownerId,
      width: 1,
      height: 1,
      byteSize: 1,
      placeholder: '',
      createdAt: sql<Date>`now() - make_interval(hours => ${hours})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const key of allImageObjectKeys(id)) {
    await ctx.objects.put(key, Buffer.from('x'));
  }
  return id;
}

async function newListing(imageIds: string[], deletedAt: Date | null = null): Promise<string> {
  const { id } = await ctx.db
    .insertInto('listings')
    .values({ sellerId: ownerId, title: 'Chair', price: '1.00', deletedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = imageIds.map((imageId, position) => ({ listingId: id, position, imageId }));
  await ctx.db.insertInto('listingImages').values(rows).execute();
  return id;
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function kept(): Promise<{ rows: string[]; files: string[] }> {
  const rows = await ctx.db.selectFrom('images').select('id').execute();
  const files: string[] = [];
  for (const folder of ['images/', 'chat/'])
    for await (const object of ctx.objects.list(folder)) files.push(object.key);
  return { rows: rows.map((row) => row.id).sort(), files: files.sort() };
}

async function expectKept(ids: string[]): Promise<void> {
  const files = ids.flatMap(allImageObjectKeys).sort();
  expect(await kept()).toEqual({ rows: ids.sort(), files });
}

it('removes unused images, and only those', async () => {
  const [listed, shared, ofDeleted, ofJustDeleted, forgotten, recent, picture] = await Promise.all([
    newImage(25),
    newImage(25),
    newImage(25),
    newImage(25),
    newImage(25),
    newImage(23),
    newImage(25),
  ]);
  await newListing([listed, shared]);
  const deleted = await newListing([ofDeleted, shared], minutesAgo(undoMinutes + 2));
  await newListing([ofJustDeleted], minutesAgo(undoMinutes - 1));
  await ctx.db
    .updateTable('users')
    .set({ avatarImageId: picture })
    .where('id', '=', ownerId)
    .execute();

  await sweepImages(ctx);
  await expectKept([listed, shared, ofJustDeleted, recent, picture]);
  const left = await ctx.db
    .selectFrom('listingImages')
    .select('imageId')
    .where('listingId', '=', deleted)
    .execute();
  expect(left).toEqual([{ imageId: shared }]);
  expect(forgotten).toBeTruthy();

  await ctx.db.deleteFrom('listingImages').execute();
  await ctx.db.updateTable('users').set({ avatarImageId: null }).execute();
  await Promise.all(Array.from({ length: 120 }, () => newImage(25)));
  await Promise.all([sweepImages(ctx), sweepImages(ctx)]);
  await expectKept([recent]);
});

it('spares an image that a listing uses while the sweep runs', async () => {
  const image = await newImage(48);
  await ctx.db.deleteFrom('images').where('id', '!=', image).execute();
  let swept: Promise<void> | undefined;
  await ctx.db.transaction().execute(async (tx) => {
    const { id: listingId } = await tx
      .insertInto('listings')
      .values({ sellerId: ownerId, title: 'Chair', price: '1.00' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('listingImages')
      .values({ listingId, position: 0, imageId: image })
      .execute();
    swept = sweepImages(ctx);
    await swept;
  });
  await sweepImages(ctx);
  expect((await kept()).rows).toEqual([image]);
});

it('leaves the row when the files cannot be removed, and finishes in the next run', async () => {
  await ctx.db.deleteFrom('listingImages').execute();
  const image = await newImage(48);
  const down = { ...ctx.objects, remove: () => Promise.reject(new Error('down')) };
  await expect(sweepImages({ db: ctx.db, objects: down })).rejects.toThrow('down');
  expect((await kept()).rows).toContain(image);
  await sweepImages(ctx);
  expect((await kept()).rows).toEqual([]);
});
