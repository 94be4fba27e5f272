import { parseFeed } from '@rowanmanning/feed-parser';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listingsPerPage } from '@marketplace/shared/listings/constants';
import { insertImage, insertListing, insertSale } from '../features/listings/listings.fixtures.ts';
import { readConfig } from '../platform/config.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
import { createTestUser } from '../test/users.ts';

const site = 'https://market.test';

let database: TestDatabase;
let server: TestServer;
let seller: { id: string };

beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: site, PRODUCT_NAME: 'Tom & <Co>' });
  server = await startTestServer(database, { config });
});
beforeEach(async () => {
  await database.db.deleteFrom('listings').execute();
  seller = await createTestUser(database.db, { firstName: 'Ada', lastName: 'Smith' });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

type Values = Parameters<typeof insertListing>[2];

const post = (values: Values = {}) => insertListing(database.db, seller.id, values);
const get = (path: string, init?: RequestInit) => fetch(server.url + path, init);

/** Returns the text of all elements. Throws unless the XML is well-formed, with namespaces. */
function textOf(xml: string): string {
  const texts: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('text', (text) => texts.push(text));
  parser.on('cdata', (text) => texts.push(text));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return texts.join('');
}

/** Reads a feed, which must be well-formed. Each test has a query that no other test sends. */
async function read(path: string) {
  const answer = await get(path);
  const xml = await answer.text();
  expect([path, answer.status, xml.slice(0, 5)]).toEqual([path, 200, '<?xml']);
  return { xml, text: textOf(xml), headers: answer.headers, ...parseFeed(xml).toJSON() };
}

const titlesIn = async (path: string) => (await read(path)).items.map(({ title }) => title);

describe('the feed of a list', () => {
  it('updates the entry of a listing that was renewed after its last change', async () => {
    const updatedAt = new Date('2026-03-01T12:00:00Z');
    const renewedAt = new Date('2026-03-09T12:00:00Z');
    await post({ title: 'Renewed desk', createdAt: renewedAt, updatedAt });
    const { items } = await read('/listings.atom?search=renewed');
    expect(items).toMatchObject([
      { published: renewedAt.toISOString(), updated: renewedAt.toISOString() },
    ]);
  });

  it('describes each listing, with absolute addresses', async () => {
    const createdAt = new Date('2026-03-01T12:00:00Z');
    const updatedAt = new Date('2026-03-02T12:00:00Z');
    const values = { price: '120.00', category: 'furniture', description: 'Solid <oak> & heavy.' };
    const id = await post({ title: 'Oak desk', ...values, createdAt, updatedAt });
    const image = await insertImage(database.db, seller.id);
    const imageId = image.split('/')[2] ?? '';
    const picture = { listingId: id, position: 0, imageId };
    await database.db.insertInto('listingImages').values(picture).execute();
    await database.db.updateTable('listings').set({ updatedAt }).where('id', '=', id).execute();

    const feed = await read('/listings.atom?category=furniture');
    expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(feed).toMatchObject({
      title: 'Furniture · Tom & <Co>',
      url: `${site}/listings?category=furniture`,
      self: `${site}/listings.atom?category=furniture`,
      updated: updatedAt.toISOString(),
      items: [
        {
          id: `${site}/listings/${id}`,
          url: `${site}/listings/${id}`,
          title: 'Oak desk · $120',
          description: 'Troy, NY · Furniture\nSolid <oak> & heavy.',
          published: createdAt.toISOString(),
          updated: updatedAt.toISOString(),
          authors: [{ name: 'Ada Smith', url: `${site}/users/${seller.id}` }],
          categories: [{ term: 'furniture', label: 'Furniture' }, { term: 'Troy, NY' }],
          media: [{ url: site + image, mimeType: 'image/webp' }],
        },
      ],
    });
    expect(feed.xml).toContain(`<id>${site}/listings.atom?category=furniture</id>`);
  });

  it('is newest first in any order of the page, without reserved or hidden listings', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 2, day));
    await post({ title: 'Old chair', price: '5.00', createdAt: at(1) });
    await post({ title: 'New chair', price: '50.00', createdAt: at(3) });
    await post({ title: 'Late chair', price: '1.00', createdAt: at(2) });
    await post({ title: 'Hidden chair', isActive: false });
    await post({ title: 'Deleted chair', deletedAt: new Date() });
    await insertSale(database.db, await post({ title: 'Sold chair' }));
    const newest = ['New chair · $50', 'Late chair · $1', 'Old chair · $5'];
    expect(await titlesIn('/listings.atom?sort=price-asc&after=none')).toEqual(newest);
    expect(await titlesIn('/listings.atom?search=chair&sort=relevance')).toEqual(newest);
  });

  it('has as many listings as a page, each of a burst of one seller', async () => {
    for (let number = 0; number < listingsPerPage + 1; number += 1) await post();
    expect(await titlesIn('/listings.atom?kind=offer')).toHaveLength(listingsPerPage);
  });

  it('understands the words of a search, and names it in its title', async () => {
    await post({ title: 'Oak lamp', price: '15.00' });
    await post({ title: 'Pine lamp', price: '40.00' });
    const feed = await read('/listings.atom?search=lamp+under+%2420&utm_source=mail');
    expect(feed.title).toBe('Listings matching “lamp”, under $20 · Tom & <Co>');
    expect(feed.self).toBe(`${site}/listings.atom?search=lamp+under+%2420`);
    expect(feed.items.map(({ title }) => title)).toEqual(['Oak lamp · $15']);
  });

  it('answers parameters that the page refuses as the page does', async () => {
    for (const query of [
      'near=Boston&within=10',
      'from=Troy&to=Boston',
      'near=%01&within=5',
      'postedWithin=999',
    ]) {
      const answer = await get(`/listings.atom?${query}`);
      const page = await get(`/listings?${query}`);
      expect([query, answer.status]).toEqual([query, page.status]);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toHaveProperty('message');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    for (const query of [
      'minPrice=x&category=none&within=7',
      'sort=&sort=x&%ff',
      'search=%00%01',
    ]) {
      await read(`/listings.atom?${query}`);
    }
  });
});

describe('text from users', () => {
  const hostile = {
    'an end of CDATA': [']]> ]]]]><![CDATA[> <b>&amp;', ']]> ]]]]><![CDATA[> <b>&amp;'],
    'forbidden characters': ['a\u0001b\u0008c\u{FFFE}d ]]\u0001>', 'abcd ]]>'],
    'an emoji': ['Lamp 👩‍👩‍👧 “new”', 'Lamp 👩‍👩‍👧 “new”'],
    'right-to-left letters': ['שולחן 20', '\u2068שולחן 20\u2069'],
  };
  it.each(Object.entries(hostile))('may contain %s', async (_, [title = '', shown]) => {
    await post({ title, description: title, price: '5.00' });
    const query = new URLSearchParams({ search: title, literal: 'true' });
    await read(`/listings.atom?${query}`);
    const feed = await read(`/users/${seller.id}/listings.atom`);
    expect(feed.text).toContain(`${shown} · $5`);
    expect(feed.items).toHaveLength(1);
  });
});

describe('the feed of a seller', () => {
  it('has the public listings of this seller only', async () => {
    await post({ title: 'Oak desk' });
    await post({ title: 'Hidden', isActive: false });
    const other = await createTestUser(database.db);
    await insertListing(database.db, other.id, { title: 'Pine desk' });
    const feed = await read(`/users/${seller.id.toUpperCase()}/listings.atom`);
    expect(feed.title).toBe('Listings by Ada Smith · Tom & <Co>');
    expect(feed.url).toBe(`${site}/users/${seller.id}`);
    expect(feed.self).toBe(`${site}/users/${seller.id}/listings.atom`);
    expect(feed.items.map(({ title }) => title)).toEqual(['Oak desk · $10']);
  });

  it('is not found for an unknown, malformed or deactivated user', async () => {
    const gone = await createTestUser(database.db, { deactivatedAt: new Date() });
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x', '%00', gone.id]) {
      expect([id, (await get(`/users/${id}/listings.atom`)).status]).toEqual([id, 404]);
    }
  });
});

it('can be cached, revalidated and requested without its body', async () => {
  const id = await post({ title: 'Oak desk' });
  const path = '/listings.atom?availability=all';
  const first = await get(path);
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=5');
  const again = await get(path, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await get(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);

  // A call that changes something ends the second in which a page is shared.
  await database.db
    .updateTable('listings')
    .set({ title: 'Elm desk' })
    .where('id', '=', id)
    .execute();
  await get('/api/auth/signout', { method: 'POST' });
  const changed = await get(path, { headers: { 'if-none-match': etag } });
  expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
});

it('has the same ETag on every instance when it is empty', async () => {
  const feed = await read('/listings.atom?search=nothing+like+this&literal=true');
  expect([feed.items, feed.updated]).toEqual([[], '1970-01-01T00:00:00.000Z']);
});

it('is the link of the pages of the list and the seller, with their parameters', async () => {
  const linked = async (path: string) =>
    /<link rel="alternate" type="application\/atom\+xml" title="(.*?)" href="(.*?)" \/>/
      .exec(await (await get(path)).text())
      ?.slice(1);
  expect(await linked('/listings?search=a%26b&sort=price-asc&x=1')).toEqual([
    'Listings matching “a&amp;b”',
    '/listings.atom?search=a%26b',
  ]);
  expect(await linked(`/users/${seller.id}`)).toEqual([
    'Ada Smith',
    `/users/${seller.id}/listings.atom`,
  ]);
  expect(await linked('/map')).toBeUndefined();
});
