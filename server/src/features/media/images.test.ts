import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageObjectKeys } from '@marketplace/shared/media/urls';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { ObjectStoreError } from '../../platform/object-store/object-store.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { heicFile } from './heic.fixtures.ts';
import { grainy, pngClaiming } from './images.fixtures.ts';
import { storeImage } from './images.ts';

const cutHeic = (await heicFile('phone')).subarray(0, 20_000);
const film = await heicFile('x265-film');

let database: TestDatabase;
let ctx: AppContext;
let user: Session['user'];
let picture: Buffer;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  user = await createTestUser(database.db);
  picture = await (await grainy(1600, 1200)).jpeg().toBuffer();
});
afterAll(() => database.close());

async function stored(): Promise<{ rows: string[]; keys: string[] }> {
  const rows = await ctx.db.selectFrom('images').select('id').execute();
  const keys: string[] = [];
  for await (const { key } of ctx.objects.list('')) keys.push(key);
  return { rows: rows.map(({ id }) => id).sort(), keys: keys.sort() };
}

describe('a picture', () => {
  it('is stored as three files and a row, and has the path of the largest file', async () => {
    const { id, url } = await storeImage(ctx, user.id, { fileName: 'a.jpg', body: picture });
    expect(url).toBe(`/media/${id}/1280.webp`);
    const after = await stored();
    expect(after.rows).toContain(id);
    expect(after.keys).toEqual(expect.arrayContaining(imageObjectKeys(id)));
    const row = await ctx.db
      .selectFrom('images')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ ownerId: user.id, width: 1280, height: 960 });
    expect(row.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(row.byteSize).toBeGreaterThan(1000);
  });

  it.each([
    ['page.png', Buffer.from('<html><script>alert(1)</script></html>'), 'BAD_REQUEST'],
    ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'BAD_REQUEST'],
    ['empty.jpg', Buffer.alloc(0), 'BAD_REQUEST'],
    ['vast.png', pngClaiming(8200, 5000), 'BAD_REQUEST'],
    ['IMG_0001.HEIC', cutHeic, 'BAD_REQUEST'],
    ['IMG_0002.HEIC', film, 'BAD_REQUEST'],
    ['heavy.jpg', Buffer.alloc(11 * 1024 * 1024), 'PAYLOAD_TOO_LARGE'],
  ])(
    'that is not acceptable, %s, is refused by name and leaves nothing',
    async (fileName, body, code) => {
      const before = await stored();
      const message = expect.stringContaining(fileName) as unknown;
      await expect(storeImage(ctx, user.id, { fileName, body })).rejects.toEqual(
        expect.objectContaining({ code, message, issues: [{ path: 'file', message }] }),
      );
      expect(await stored()).toEqual(before);
    },
  );

  it('that is cut short is refused and leaves nothing', async () => {
    const before = await stored();
    const body = picture.subarray(0, picture.length / 2);
    await expect(storeImage(ctx, user.id, { fileName: 'cut.jpg', body })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(await stored()).toEqual(before);
  });

  it('leaves nothing when the store fails halfway, or when the row cannot be written', async () => {
    const before = await stored();
    let puts = 0;
    const failing: AppContext['objects'] = {
      ...ctx.objects,
      put: async (key, body) => {
        if (++puts === 2) throw new ObjectStoreError('full');
        await ctx.objects.put(key, body);
      },
    };
    const upload = { fileName: 'a.jpg', body: picture };
    await expect(storeImage({ ...ctx, objects: failing }, user.id, upload)).rejects.toThrow('full');
    const nobody = '00000000-0000-4000-8000-000000000000';
    await expect(storeImage(ctx, nobody, upload)).rejects.toMatchObject({ code: '23503' });
    expect(await stored()).toEqual(before);
  });

  it('is refused beyond the daily limit, which is counted per user', async () => {
    const limiter = createLimiter(ctx.pool, 2 / 200);
    const strict = { ...ctx, limiter };
    const [one, two] = [await createTestUser(ctx.db), await createTestUser(ctx.db)];
    const upload = { fileName: 'a.jpg', body: picture };
    await storeImage(strict, one.id, upload);
    await storeImage(strict, one.id, upload);
    await expect(storeImage(strict, one.id, upload)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfter: expect.any(Number) as number,
    });
    await storeImage(strict, two.id, upload);
  });
});
