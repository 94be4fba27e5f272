import { randomUUID } from 'node:crypto';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DB } from '@marketplace/db/types.generated';
import { listingPage, type ListingView } from '@marketplace/shared/listings/views';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf, insertImage, insertListing } from './listings.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let seller: Session['user'];
let admin: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  seller = await createTestUser(database.db);
  admin = await createTestUser(database.db, { isAdmin: true });
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.deleteFrom('listings').execute();
});

type ListInput = Parameters<ReturnType<typeof callerOf>['list']>[0];
const idsOf = (page: { items: ListingView[] }) => page.items.map((item) => item.id);
const listed = async (input: ListInput = {}, user?: Session['user']) =>
  idsOf(await callerOf(ctx, user).list(input));
const insert = (values: Parameters<typeof insertListing>[2] = {}) =>
  insertListing(ctx.db, seller.id, values);

/** Returns the ids of all pages, and calls `between` after each page but the last. */
async function walk(input: ListInput, between?: (page: number) => Promise<unknown>) {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const { items, nextCursor } = await callerOf(ctx).list({ ...input, cursor });
    ids.push(...items.map((item) => item.id));
    if (nextCursor === null) return ids;
    cursor = nextCursor;
    await between?.(page);
  }
}

describe('visibility', () => {
  it('hides inactive listings from all but their seller and admins', async () => {
    const shown = await insert();
    const flagged = await insert({ isActive: false });
    const of = { sellerId: seller.id };
    for (const input of [{}, of, { search: 'chair' }, { location: 'Troy' }]) {
      expect(await listed(input)).toEqual([shown]);
    }
    expect(await listed({}, seller)).toEqual([shown]);
    expect(await listed(of, seller)).toHaveLength(2);
    expect(await listed({ ...of, search: 'chair' }, seller)).toHaveLength(2);
    expect(await listed(of, await createTestUser(ctx.db))).toEqual([shown]);
    for (const input of [{}, of, { search: 'chair' }]) {
      expect(await listed(input, admin)).toHaveLength(2);
    }
    await expect(callerOf(ctx).byId({ id: flagged })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Listing not found',
    });
    for (const user of [seller, admin]) {
      expect(await callerOf(ctx, user).byId({ id: flagged })).toMatchObject({ isActive: false });
    }
  });

  it('is right for each of several users who request one list at the same time', async () => {
    const both = [await insert(), await insert({ isActive: false })];
    const of = { sellerId: seller.id };
    const askers = [admin, seller, undefined, seller, undefined, admin];
    const lists = await Promise.all(askers.map((asker) => listed(of, asker)));
    const counts = lists.map((ids) => ids.length);
    expect(counts).toEqual([2, 2, 1, 2, 1, 2]);
    expect(lists[2]).toEqual([both[0]]);
  });

  it('hides the listings of a deactivated seller from everybody but admins', async () => {
    const id = await insert({ sellerActive: false });
    expect(await listed()).toEqual([]);
    expect(await listed({ search: 'chair' })).toEqual([]);
    expect(await listed({ sellerId: seller.id })).toEqual([]);
    await expect(callerOf(ctx).byId({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await listed({}, admin)).toEqual([id]);
  });

  it('shows deleted listings to nobody', async () => {
    await insert({ deletedAt: new Date() });
    for (const user of [undefined, seller, admin]) {
      expect(await listed({ sellerId: seller.id }, user)).toEqual([]);
      expect(await listed({ search: 'chair' }, user)).toEqual([]);
    }
    expect(idsOf(await callerOf(ctx, seller).mine({}))).toEqual([]);
  });

  it('lists all of their listings to sellers, page by page', async () => {
    const ids = [await insert(), await insert({ isActive: false }), await insert()];
    await insertListing(ctx.db, admin.id);
    const mine = callerOf(ctx, seller);
    const first = await mine.mine({ limit: 2 });
    const second = await mine.mine({ limit: 2, cursor: first.nextCursor ?? '' });
    expect([...idsOf(first), ...idsOf(second)].sort()).toEqual(ids.sort());
    expect(second.nextCursor).toBeNull();
    await expect(callerOf(ctx).mine({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('never reveals an email address, nor anything else that is not in the view', async () => {
    await insert({ flagReason: 'secret reason' });
    const page = await callerOf(ctx, admin).list({});
    const text = JSON.stringify(page);
    expect(text).not.toContain(seller.email);
    expect(text).not.toContain('secret reason');
    expect(listingPage.parse(page)).toEqual(page);
  });
});

describe('filters', () => {
  it('select by category, featured mark and seller', async () => {
    const book = await insert({ category: 'books' });
    const marked = await insert({ isFeatured: true });
    const foreign = await insertListing(ctx.db, admin.id, { category: 'books' });
    expect(await listed({ category: 'books', sellerId: seller.id })).toEqual([book]);
    expect(await listed({ featured: true })).toEqual([marked]);
    expect(await listed({ sellerId: admin.id })).toEqual([foreign]);
    expect(await listed({ sellerId: seller.id.toUpperCase() }, seller)).toHaveLength(2);
    expect(await listed({ category: '', location: ' ', search: ' ', sellerId: '' })).toHaveLength(
      3,
    );
  });

  it('refuse an unknown category', async () => {
    await expect(listed({ category: 'boats' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it.each([randomUUID(), 'no-id', "' or true --"])(
    'find nothing for the unknown seller %j',
    async (id) => {
      await insert();
      expect(await listed({ sellerId: id })).toEqual([]);
    },
  );

  it('understand locations as the form for listings does', async () => {
    const caller = callerOf(ctx, seller);
    const create = async (location: string) =>
      (await caller.create({ title: 'Chair', price: 1, location })).id;
    const troy = await create('Troy');
    const albany = await create('12 Main St, Albany, NY');
    const county = await create('Rensselaer County');
    const region = await create('Capital Region');
    expect(await listed({ location: 'troy, ny' })).toEqual([troy]);
    expect(await listed({ location: 'Albany' })).toEqual([albany]);
    expect((await listed({ location: 'rensselaer county' })).sort()).toEqual([troy, county].sort());
    for (const location of ['NY', 'new york', 'Capital Region']) {
      expect((await listed({ location })).sort()).toEqual([troy, albany, county, region].sort());
    }
    for (const location of ['Boston, MA', 'nowhere', '%']) {
      expect(await listed({ location })).toEqual([]);
    }
  });
});

describe('a listing in a list', () => {
  it('is read once per version, and the list shows the newest version', async () => {
    const statements: string[] = [];
    const db = new Kysely<DB>({
      dialect: new PostgresDialect({ pool: database.pool }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
      log: ({ query }) => void statements.push(query.sql),
    });
    const id = await insert();
    await insert();
    const show = async () => {
      const { items } = await callerOf({ ...ctx, db }).list({});
      return items.find((item) => item.id === id);
    };
    const reads = () => statements.filter((text) => text.includes('listing_images')).length;
    await show();
    await show();
    expect(reads()).toBe(1);

    const own = callerOf(ctx, seller);
    const images = [await insertImage(ctx.db, seller.id)];
    await own.update({ id, title: 'Stool', price: '9', location: 'Troy', images });
    expect(await show()).toMatchObject({ title: 'Stool', price: '9.00', images });
    expect(reads()).toBe(2);
    const ratings = { ratingSum: 9, ratingCount: 2, firstName: 'Ann' };
    await ctx.db.updateTable('users').set(ratings).where('id', '=', seller.id).execute();
    expect(await show()).toMatchObject({ sellerRating: 4.5, seller: { firstName: 'Ann' } });
    expect(reads()).toBe(3);
  });
});

describe('pages', () => {
  it('have the images of each listing, in order', async () => {
    const images = [await insertImage(ctx.db, seller.id), await insertImage(ctx.db, seller.id)];
    const caller = callerOf(ctx, seller);
    const chair = { title: 'Chair', price: 1, location: 'Troy' };
    await caller.create({ ...chair, images: images.toReversed() });
    await caller.create(chair);
    const { items } = await caller.list({});
    expect(items.map((item) => item.images).sort()).toEqual([[], images.toReversed()]);
  });

  it('never skip or repeat a listing, even if all are of the same millisecond', async () => {
    const createdAt = new Date('2026-01-01T00:00:00.123Z');
    const ids = await Promise.all(Array.from({ length: 23 }, () => insert({ createdAt })));
    const expected = ids.sort().toReversed();
    expect(await walk({ limit: 5 })).toEqual(expected);
    expect(await walk({ limit: 23 })).toEqual(expected);
    expect(await walk({ limit: 4, search: 'chair' })).toEqual(expected);
    expect(await walk({ limit: 4, search: 'chiar' })).toEqual(expected);
  });

  it('continue at the right place while listings are added and deleted', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) {
      ids.unshift(await insert({ createdAt: new Date(2026, 0, 1, 0, 0, Math.floor(i / 3)) }));
    }
    const before = await walk({ limit: 100 });
    expect(before.toSorted()).toEqual(ids.toSorted());
    const gone = before[4] ?? '';
    const walked = await walk({ limit: 3 }, async (page) => {
      await insert({ title: 'Newer' });
      if (page === 1) await callerOf(ctx, seller).remove({ id: gone });
    });
    expect(walked).toEqual(before.filter((id) => id !== gone));
  });

  it('have a cursor, except for the last page, even if it is full', async () => {
    await Promise.all(Array.from({ length: 4 }, () => insert()));
    const first = await callerOf(ctx).list({ limit: 2 });
    const second = await callerOf(ctx).list({ limit: 2, cursor: first.nextCursor ?? '' });
    expect([first.nextCursor !== null, second.nextCursor]).toEqual([true, null]);
  });

  it.each(['x', '../..', 'MTIz', "' or 1=1 --"])('refuse the cursor %j', async (cursor) => {
    for (const input of [{ cursor }, { cursor, search: 'chair' }, { cursor, location: 'Boston' }]) {
      await expect(listed(input)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ path: 'cursor' }] },
      });
    }
  });
});

describe('location suggestions', () => {
  it('are at most ten towns of the region', async () => {
    const { suggestLocations } = callerOf(ctx);
    expect(await suggestLocations({ query: 'tro' })).toContain('Troy, NY');
    expect((await suggestLocations({ query: 'al' })).length).toBeLessThanOrEqual(10);
    expect(await suggestLocations({ query: 'a' })).toEqual([]);
    expect(await suggestLocations({ query: '' })).toEqual([]);
  });
});
