import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxSearches } from '@marketplace/shared/searches/schemas';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { peopleOf } from '../account/account.fixtures.ts';
import { insertListing } from '../listings/listings.fixtures.ts';
import { placeOf } from '../listings/place.ts';
import { matchChanges } from './matching.ts';
import { searchesOf } from './searches.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let me: Session['user'];
let seller: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  seller = await createTestUser(ctx.db, { firstName: 'Jane', lastName: 'Doe' });
});
afterAll(() => database.close());

async function newcomer() {
  me = await createTestUser(ctx.db);
  return searchesOf(ctx, me);
}

describe('a saved search', () => {
  it('has the whole filter, a name, and its matches', async () => {
    const api = await newcomer();
    const filter = { search: 'oak desk', near: 'Troy', within: 10, maxPrice: '80', exclude: 'toy' };
    const saved = await api.create({ filter, frequency: 'daily' });
    expect(saved).toMatchObject({
      name: 'Listings matching “oak desk”, within 10 miles of Troy, under $80, without “toy”',
      filter: { ...filter, maxPrice: '80.00' },
      seller: null,
      ...{ frequency: 'daily', paused: false, matchCount: 0, lastMatches: [] },
    });
    const desk = { title: 'Oak desk', price: '75.00' };
    const id = await insertListing(ctx.db, seller.id, desk);
    await insertListing(ctx.db, seller.id, { ...desk, price: '85.00' });
    await insertListing(ctx.db, seller.id, { ...desk, ...placeOf('Hudson') });
    await insertListing(ctx.db, me.id, desk);
    await matchChanges(ctx.db);
    const found = { id: saved.id, matchCount: 1 };
    expect(await api.list()).toMatchObject([{ ...found, lastMatches: [{ id, ...desk }] }]);
    await sql`update listings set is_active = false where id = ${id}`.execute(ctx.db);
    expect(await api.list()).toMatchObject([{ ...found, lastMatches: [] }]);
  });

  it('exists once for each filter, however the filter is written', async () => {
    const api = await newcomer();
    const filter = { search: 'lamp', category: '', withPhoto: false, near: 'Troy' };
    const first = await api.create({ filter, frequency: 'daily', name: 'Lamps' });
    await api.update({ id: first.id, paused: true });
    const again = await api.create({
      filter: { search: ' lamp\0 ', availability: 'available' },
      frequency: 'instant',
    });
    expect(again).toEqual({ ...first, frequency: 'instant' });
    expect(first.filter).toEqual({ search: 'lamp' });
    expect(await api.list()).toHaveLength(1);
  });

  it('can be renamed, paused, resumed and deleted only by its user', async () => {
    const api = await newcomer();
    const { id } = await api.create({ filter: { category: 'books' }, frequency: 'weekly' });
    expect(await api.update({ id, name: ' Novels ' })).toMatchObject({ name: 'Novels' });
    expect(await api.update({ id, paused: true })).toMatchObject({ name: 'Novels', paused: true });
    expect(await api.update({ id, frequency: 'instant', paused: false })).toMatchObject({
      ...{ frequency: 'instant', paused: false },
    });
    expect(await api.update({ id })).toMatchObject({ name: 'Novels', frequency: 'instant' });
    await expect(api.update({ id, name: ' ' })).rejects.toThrow('Give the search a name.');
    const other = searchesOf(ctx, seller);
    await expect(other.update({ id, paused: true })).rejects.toThrow('Search not found');
    await expect(other.remove({ id })).rejects.toThrow('Search not found');
    await api.remove({ id });
    expect(await api.list()).toEqual([]);
    for (const gone of [id, 'x']) {
      await expect(api.remove({ id: gone })).rejects.toThrow('Search not found');
    }
  });

  it('is refused if no listing can ever match', async () => {
    const api = await newcomer();
    const create = (filter: object) => api.create({ filter, frequency: 'daily' });
    for (const filter of [
      ...[{ location: 'Boston' }, { search: '&|!' }, { sellerId: 'x' }],
      { availability: 'reserved' },
    ]) {
      await expect(create(filter)).rejects.toThrow('No listing can match this search.');
    }
    await expect(create({ near: 'Troy', within: 7 })).rejects.toThrow('one of these distances');
    await expect(create({ minPrice: 'x' })).rejects.toThrow('valid positive number');
    expect(await api.list()).toEqual([]);
  });

  it('is refused after a hundred, even if two are saved at once', async () => {
    const api = await newcomer();
    await sql`insert into standing_searches (user_id, name, filter, frequency, anchors)
      select ${me.id}, 'n', jsonb_build_object('postedWithin', n), 'daily', '{any}'
      from generate_series(1, ${maxSearches - 1}::int) n`.execute(ctx.db);
    const both = ['oak', 'elm'].map((search) =>
      api.create({ filter: { search }, frequency: 'daily' }),
    );
    const results = await Promise.allSettled(both);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'CONFLICT' } }]);
    const known = api.create({ filter: { postedWithin: 1 }, frequency: 'daily' });
    await expect(known).resolves.toMatchObject({ name: 'n' });
  });
});

describe('a followed seller', () => {
  it('is a search of its own kind, and the seller sees the number of followers', async () => {
    const api = await newcomer();
    const own = searchesOf(ctx, seller);
    const before = (await own.followers()).count;
    const followed = await api.create({
      filter: { sellerId: seller.id.toUpperCase() },
      frequency: 'instant',
    });
    expect(followed).toMatchObject({
      name: 'Listings from Jane Doe',
      seller: { id: seller.id, displayName: 'Jane Doe', profileImageUrl: null },
    });
    await api.create({ filter: { sellerId: seller.id, search: 'oak' }, frequency: 'instant' });
    expect(await own.followers()).toEqual({ count: before + 1 });
    await insertListing(ctx.db, seller.id);
    await matchChanges(ctx.db);
    expect((await api.list()).find(({ id }) => id === followed.id)).toMatchObject({
      matchCount: 1,
    });
    await expect(
      own.create({ filter: { sellerId: seller.id }, frequency: 'instant' }),
    ).rejects.toThrow("You can't follow yourself.");
  });

  it('loses all followers when the account is deleted', async () => {
    const api = await newcomer();
    const leaving = await createTestUser(ctx.db);
    await api.create({ filter: { sellerId: leaving.id }, frequency: 'instant' });
    await searchesOf(ctx, leaving).create({ filter: { search: 'oak' }, frequency: 'instant' });
    await peopleOf(ctx).remove(leaving);
    expect(await api.list()).toEqual([]);
    const left = await ctx.db
      .selectFrom('standingSearches')
      .select('id')
      .where('userId', '=', leaving.id)
      .execute();
    expect(left).toEqual([]);
    const gone = api.create({ filter: { sellerId: leaving.id }, frequency: 'instant' });
    await expect(gone).rejects.toThrow('No listing can match this search.');
  });
});
