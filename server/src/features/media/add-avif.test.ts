import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { imageObjectKey, imageObjectKeys, imagePath } from '@marketplace/shared/media/urls';
import type { AppContext } from '../../app-context.ts';
import { registerMedia } from '../../rest/media.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { startWorker } from '../../worker/worker.ts';
import { callerOf } from '../listings/listings.fixtures.ts';
import { grainy } from './images.fixtures.ts';
import { addAvif, storeImage } from './images.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());

async function upload() {
  const user = await createTestUser(ctx.db);
  const body = await (await grainy(800, 600)).jpeg().toBuffer();
  const image = await storeImage(ctx, user.id, { fileName: 'a.jpg', body });
  return { ...image, user };
}

it('an uploaded picture gets AVIF files later, and its listing says so', async () => {
  const { id, url, user } = await upload();
  const caller = callerOf(ctx, user);
  const listing = await caller.create({
    title: 'Chair',
    price: '1',
    location: 'Troy',
    images: [url],
  });
  const shown = async () => (await caller.list({ sellerId: user.id })).items[0]?.avif;
  expect(await shown()).toEqual([false]);
  const worker = await startWorker(ctx);
  await vi.waitFor(async () => expect(await shown()).toEqual([true]), 50_000);
  expect((await caller.byId({ id: listing.id })).avif).toEqual([true]);
  await worker.stop();

  const app = Fastify();
  registerMedia(app, ctx);
  for (const [file, width] of [
    ['320.avif', 320],
    ['640.avif', 640],
    ['1280.avif', 800],
  ] as const) {
    const answer = await app.inject(`/media/${id}/${file}`);
    expect(answer.headers['content-type']).toBe('image/avif');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width, compression: 'av1' });
  }
  const small = await ctx.objects.get(imageObjectKey(id, 320, 'avif'));
  expect((await buffer(small!.body)).byteLength).toBe(small!.size);
  expect((await app.inject(imagePath(id, 320))).headers['content-type']).toBe('image/webp');
}, 90_000);

it('a picture that was removed gets no AVIF files', async () => {
  const { id } = await upload();
  await ctx.db.deleteFrom('images').where('id', '=', id).execute();
  await addAvif(ctx, { imageId: id });
  for (const key of imageObjectKeys(id, 'avif')) expect(await ctx.objects.get(key)).toBeNull();
  await expect(addAvif(ctx, { imageId: randomUUID() })).resolves.toBeUndefined();
});
