import { describe, expect, it } from 'vitest';
import { callerOf, insertListing } from '../listings/listings.fixtures.ts';
import { eventually, startPair } from '../../realtime/pair.fixtures.ts';
import type { TestClient } from '../../test/ws-client.ts';
import { createTestUser } from '../../test/users.ts';

// Polling is off, so that the database cannot make up for an announcement that the code forgets.
const pair = startPair({ tickMs: 3_600_000 });

type Input = Parameters<TestClient['api']['searches']['newMatches']['subscribe']>[0];

/** Subscribes as an open page and returns the list of titles that it receives. */
async function open(client: TestClient, input: Input): Promise<string[]> {
  const titles: string[] = [];
  await new Promise<void>((resolve, reject) => {
    client.api.searches.newMatches.subscribe(input, {
      onStarted: () => resolve(),
      onData: ({ listing }) => void titles.push(listing.title),
      onError: reject,
    });
  });
  return titles;
}

const desk = { title: 'Oak desk', price: '50.00', location: 'Troy' };

describe('an open page', () => {
  it('receives new listings that match its filter, on every instance', async () => {
    const { one, other, connect, database } = pair;
    const seller = await createTestUser(database.db);
    const api = callerOf(one.ctx, seller);
    const before = await api.create({ ...desk, title: 'Desk from before' });
    const filter = { search: 'desk', maxPrice: '60', near: 'Albany', within: 10 };
    const pages = await Promise.all([
      open(connect(one), { filter }),
      open(connect(other), { filter: { ...filter, category: '' } }),
      open(connect(other), { filter: { location: 'Boston' } }),
    ]);
    const first = await api.create({ ...desk, title: 'First desk' });
    await api.create({ ...desk, price: '70.00' });
    await api.create({ ...desk, title: 'Oak table' });
    await api.create({ ...desk, location: 'Hudson' });
    await eventually(() => expect(pages).toEqual([['First desk'], ['First desk'], []]));
    // A changed listing is not a new one.
    await api.update({ id: before.id, title: 'Desk from before', price: '40.00' });
    await api.update({ id: first.id, title: 'First desk', price: '45.00' });
    await api.create({ ...desk, title: 'Second desk' });
    const both = ['First desk', 'Second desk'];
    await eventually(() => expect(pages).toEqual([both, both, []]));
  });

  it('receives up to 50 listings that came between its list and its subscription', async () => {
    const { one, connect, database } = pair;
    const { id } = await createTestUser(database.db);
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    for (let n = 60; n > 0; n--) {
      await insertListing(database.db, id, { title: `Kettle ${n}`, createdAt: at(n) });
    }
    const since = at(3.5).toISOString();
    const page = await open(connect(one), { filter: { search: 'kettle' }, since });
    await eventually(() => expect(page).toEqual(['Kettle 3', 'Kettle 2', 'Kettle 1']));
    const older = await open(connect(one), {
      filter: { search: 'kettle' },
      since: at(1e6).toISOString(),
    });
    await eventually(() => expect(older.at(-1)).toBe('Kettle 1'));
    expect(older).toHaveLength(50);
  });

  it('receives a hidden listing once it becomes visible', async () => {
    const { one, connect, database } = pair;
    const { id: sellerId } = await createTestUser(database.db);
    const page = await open(connect(one), { filter: { search: 'samovar' } });
    const { changed } = one.ctx.hub.listings;
    const hidden = { title: 'Brass samovar', isActive: false };
    const id = await insertListing(database.db, sellerId, hidden);
    changed([id]);
    const { db } = database;
    await insertListing(db, sellerId, { title: 'Samovar' }).then((shown) => changed([shown]));
    await eventually(() => expect(page).toEqual(['Samovar']));
    await db.updateTable('listings').set({ isActive: true }).where('id', '=', id).execute();
    changed([id]);
    await eventually(() => expect(page).toEqual(['Samovar', 'Brass samovar']));
  });

  it('gets the error of an invalid filter', async () => {
    const page = open(pair.connect(pair.one), { filter: { near: 'Troy', within: 7 } });
    await expect(page).rejects.toThrow('Choose one of these distances');
  });
});
