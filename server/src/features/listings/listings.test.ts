import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageUrlAtWidth } from '@marketplace/shared/media/urls';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf, insertImage } from './listings.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let seller: Session['user'];
let other: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  seller = await createTestUser(database.db, { firstName: 'Sam', ratingSum: 13, ratingCount: 3 });
  other = await createTestUser(database.db);
});
afterAll(() => database.close());

const chair = { title: 'Oak chair', price: '12.5', location: 'troy' };

const refusal = (path: string, message: unknown = expect.any(String)) =>
  expect.objectContaining({
    code: 'BAD_REQUEST',
    cause: expect.objectContaining({ issues: [{ path, message }] }) as unknown,
  }) as unknown;
const failure = (code: string, message: string) =>
  expect.objectContaining({ code, message }) as unknown;

const rowOf = (id: string) =>
  database.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('publishing', () => {
  it('stores the exact price, the canonical place and the images in order', async () => {
    const images = [await insertImage(ctx.db, seller.id), await insertImage(ctx.db, seller.id)];
    const created = await callerOf(ctx, seller).create({
      ...chair,
      category: 'furniture',
      images,
    });
    expect(created).toMatchObject({
      sellerId: seller.id,
      title: 'Oak chair',
      description: '',
      price: '12.50',
      category: 'furniture',
      condition: 'good',
      location: 'Troy, NY',
      images,
      isActive: true,
      isFeatured: false,
      sellerName: 'Sam',
      sellerRating: 4.3,
      sellerReviewCount: 3,
      details: null,
      seller: { id: seller.id, firstName: 'Sam', profileImageUrl: null, canUsePaypal: false },
    });
    expect(created.placeholders).toHaveLength(2);
    expect(await rowOf(created.id)).toMatchObject({
      town: 'Troy',
      county: 'Rensselaer',
      lat: expect.closeTo(42.73, 1) as number,
      lon: expect.closeTo(-73.69, 1) as number,
    });
    expect(await callerOf(ctx).byId({ id: created.id })).toEqual({ ...created, expiresAt: null });
  });

  it('stores a hamlet or a ZIP code with its town', async () => {
    const caller = callerOf(ctx, seller);
    const inColonie = { location: 'Latham, NY', town: 'Colonie', county: 'Albany' };
    for (const location of ['latham', '12110']) {
      const { id } = await caller.create({ ...chair, location, title: `Chair ${location}` });
      expect(await rowOf(id)).toMatchObject(inColonie);
    }
    const { items } = await caller.list({ location: 'Latham', sellerId: seller.id });
    expect(items.map(({ location }) => location)).toContain('Latham, NY');
  });

  it('stores a county or the region without coordinates', async () => {
    const caller = callerOf(ctx, seller);
    const county = await caller.create({ ...chair, location: 'saratoga county' });
    expect(await rowOf(county.id)).toMatchObject({ county: 'Saratoga', town: null, lat: null });
    const region = await caller.create({ ...chair, location: 'New York' });
    expect(await rowOf(region.id)).toMatchObject({ county: null, town: null, lat: null });
  });

  it.each(['Boston, MA', 'New York City', 'xyz', "'; drop table listings; --"])(
    'refuses the location %j',
    async (location) => {
      const message = expect.stringContaining('Capital Region Marketplace is currently only');
      const suggestions = ['Albany, NY', 'Schenectady, NY', 'Troy, NY', 'Saratoga Springs, NY'];
      await expect(callerOf(ctx, seller).create({ ...chair, location })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ path: 'location', message, suggestions }] },
      });
    },
  );

  it('is refused to visitors', async () => {
    await expect(callerOf(ctx).create(chair)).rejects.toEqual(
      failure('UNAUTHORIZED', 'Unauthorized'),
    );
  });

  it('accepts only images that the seller uploaded, each once', async () => {
    const caller = callerOf(ctx, seller);
    const own = await insertImage(ctx.db, seller.id);
    const foreign = await insertImage(ctx.db, other.id);
    for (const images of [
      [own, foreign],
      [own, `/media/${randomUUID()}/1280.webp`],
      ['https://example.com/cat.jpg'],
      ['javascript:alert(1)'],
      [''],
      [own, own],
      [own, imageUrlAtWidth(own, 320)],
    ]) {
      await expect(caller.create({ ...chair, images })).rejects.toEqual(refusal('images'));
    }
    const count = await callerOf(ctx, seller).mine({ limit: 100 });
    expect(count.items.filter((item) => item.images.includes(own))).toEqual([]);
  });

  it('stores the longest description and unusual characters of a title unchanged', async () => {
    const description = 'ä '.repeat(10_000).trim();
    const title = `100% "cotton" <b>T-shirt</b> & 'more' \\ 👕`;
    const created = await callerOf(ctx, seller).create({ ...chair, title, description });
    expect(created).toMatchObject({ title, description });
    const oneWord = 'x'.repeat(20_000);
    const long = await callerOf(ctx, seller).create({ ...chair, description: oneWord });
    expect(long.description).toBe(oneWord);
  });

  it('refuses a NUL character, and names the field', async () => {
    const input = { ...chair, title: 'a\0b' };
    await expect(callerOf(ctx, seller).create(input)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: ['title'] }] },
    });
  });

  it('is refused to a user who was deactivated a moment ago', async () => {
    const leaver = await createTestUser(ctx.db);
    const caller = callerOf(ctx, leaver);
    await ctx.db
      .updateTable('users')
      .set({ deactivatedAt: new Date() })
      .where('id', '=', leaver.id)
      .execute();
    await expect(caller.create(chair)).rejects.toEqual(failure('UNAUTHORIZED', 'Unauthorized'));
  });

  it('never deadlocks over the words that listings share', async () => {
    const words = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel'];
    const titles = Array.from({ length: 40 }, (_, i) => {
      const turned = [...words.slice(i % 8), ...words.slice(0, i % 8)];
      return (i % 2 ? turned : turned.reverse()).join(' ');
    });
    const sellers = await Promise.all(titles.slice(0, 5).map(() => createTestUser(ctx.db)));
    await Promise.all(
      titles.map((title, i) => callerOf(ctx, sellers[i % 5]).create({ ...chair, title })),
    );
    const stored = await ctx.db
      .selectFrom('searchWords')
      .select('word')
      .where('word', 'in', words)
      .execute();
    expect(stored).toHaveLength(8);
  });

  it('stores the words of the title for corrections, without accents', async () => {
    const title = `Crème-BRÛLÉE set 42 of ${'x'.repeat(41)}`;
    await callerOf(ctx, seller).create({ ...chair, title });
    const words = await ctx.db.selectFrom('searchWords').select('word').execute();
    const all = words.map(({ word }) => word);
    expect(all).toEqual(expect.arrayContaining(['creme', 'brulee', 'set']));
    expect(all).not.toContain('of');
    expect(all.some((word) => word.includes('xxx') || word.includes('42'))).toBe(false);
  });
});

const stool = { ...chair, title: 'Elm stool' };

describe('featuring', () => {
  it('is open to every user under the open policy', async () => {
    const created = await callerOf(ctx, seller).create({ ...stool, isFeatured: true });
    expect(created.isFeatured).toBe(true);
  });

  it('is open to premium members and admins under the premium policy', async () => {
    const config = { ...ctx.config, featuredPolicy: 'premium' as const };
    const strict = { ...ctx, config };
    const input = { ...stool, isFeatured: true };
    const refused = failure('FORBIDDEN', 'Only Premium Members can feature listings.');
    await expect(callerOf(strict, seller).create(input)).rejects.toEqual(refused);
    for (const rights of [{ membershipTier: 'premium' }, { isAdmin: true }]) {
      const user = await createTestUser(ctx.db, rights);
      expect((await callerOf(strict, user).create(input)).isFeatured).toBe(true);
    }
    const { id } = await callerOf(strict, seller).create(stool);
    const update = { ...stool, id, isFeatured: true };
    await expect(callerOf(strict, seller).update(update)).rejects.toEqual(refused);
    // A mark from before the policy survives edits and can be removed.
    await ctx.db.updateTable('listings').set({ isFeatured: true }).where('id', '=', id).execute();
    expect((await callerOf(strict, seller).update(update)).isFeatured).toBe(true);
    expect((await callerOf(strict, seller).update({ ...stool, id })).isFeatured).toBe(true);
    const without = await callerOf(strict, seller).update({ ...update, isFeatured: false });
    expect(without.isFeatured).toBe(false);
  });
});
