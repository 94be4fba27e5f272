import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageParameters } from '@marketplace/shared/paths';
import { insertListing } from '../features/listings/listings.fixtures.ts';
import { withKnownParameters } from '../platform/http.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startTestServer, type TestServer } from '../test/server.ts';

// These tests need the built client: run `npm test` or `npm run build`.
let database: TestDatabase;
let server: TestServer;
let listing: string;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
  const seller = await server.signedIn();
  listing = `/listings/${await insertListing(database.db, seller.id, { title: 'Oak desk' })}`;
});
afterAll(async () => {
  await server.close();
  await database.close();
});

async function open(path: string) {
  const answer = await fetch(server.url + path);
  const html = await answer.text();
  const found = (pattern: RegExp) => pattern.exec(html)?.[1];
  return {
    html,
    etag: answer.headers.get('etag'),
    title: found(/<title>(.*?) · /),
    canonical: found(/<link rel="canonical" href="(.*?)"/),
    ogUrl: found(/<meta property="og:url" content="(.*?)"/),
  };
}

/**
 * Returns how many renderings there were. Each has the times of its data in it, and so another
 * ETag.
 */
async function renderingsOf(paths: string[]): Promise<number> {
  const pages = await Promise.all(paths.map(open));
  return new Set(pages.map(({ etag }) => etag)).size;
}

describe('links with added parameters', () => {
  it.each([
    ['a listing', () => listing],
    ['a list', () => '/listings?category=furniture'],
  ])('share one rendering of %s', async (_what, pathOf) => {
    const path = pathOf();
    const addresses = Array.from(
      { length: 100 },
      (_, index) => `${path}${path.includes('?') ? '&' : '?'}fbclid=${index}&utm_source=mail`,
    );
    expect(await renderingsOf([path, ...addresses])).toBe(1);
  });

  it('share one rendering, whatever the order of the parameters', async () => {
    const [one, other] = ['category=sports', 'search=kayak'];
    const paths = [`/listings?${one}&fbclid=1&${other}`, `/listings?${other}&${one}`];
    expect(await renderingsOf(paths)).toBe(1);
    expect(await renderingsOf([...paths, '/listings?search=kayak'])).toBe(2);
  });

  it.each(['/', '/listings', '/listings?search=oak', '/map?county=Albany', '/favorites', '/none'])(
    'lead to the same page as %s',
    async (path) => {
      const plain = await open(path);
      const shared = await open(`${path}${path.includes('?') ? '&' : '?'}fbclid=IwAR0secret`);
      expect(shared.etag).toBe(plain.etag);
      expect(shared.html).not.toContain('IwAR0secret');
    },
  );

  it('have the canonical address of their page', async () => {
    const { publicUrl } = server.ctx.config;
    const shared = await open(`${listing}?utm_source=mail&fbclid=1`);
    expect([shared.canonical, shared.ogUrl]).toEqual([publicUrl + listing, publicUrl + listing]);
    const list = await open('/listings?fbclid=1&category=home');
    const address = `${publicUrl}/listings?category=home`;
    expect([list.canonical, list.ogUrl]).toEqual([address, address]);
  });

  it('keep every parameter that a page uses', async () => {
    expect((await open('/listings?fbclid=1&search=oak')).title).toBe('Listings matching “oak”');
    expect((await open('/listings?fbclid=1&search=elm')).title).toBe('Listings matching “elm”');
  });
});

it.each([
  ['/listings', '/listings'],
  ['/listings?', '/listings'],
  ['/listings?fbclid=1', '/listings'],
  ['/listings?category=home&search=a+b', '/listings?search=a+b&category=home'],
  ['/listings?search=a%20b&utm_source=x&category=home', '/listings?search=a+b&category=home'],
  ['/listings?search=a&search=b', '/listings?search=a&search=b'],
  ['/map?county=Albany&gclid=1#x', '/map?county=Albany'],
])('caches %s as %s', (url, key) => {
  expect(withKnownParameters(url, pageParameters)).toBe(key);
});
