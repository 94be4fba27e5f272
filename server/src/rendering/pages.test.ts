import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  insertImage,
  insertListing,
  insertReservation,
  insertSale,
} from '../features/listings/listings.fixtures.ts';
import { messagingOf } from '../features/messaging/messaging.fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../test/server.ts';
import { createTestUser } from '../test/users.ts';

// These tests need the built client: run `npm test` or `npm run build`.
let database: TestDatabase;
let server: TestServer;
let seller: SignedIn;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
  seller = await server.signedIn({ firstName: 'Ada', lastName: 'Smith' });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

async function open(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, { headers, redirect: 'manual' });
  const html = await answer.text();
  const found = (pattern: RegExp) => pattern.exec(html)?.[1];
  const jsonLd = found(/<script type="application\/ld\+json">(.*?)<\/script>/);
  return {
    status: answer.status,
    headers: answer.headers,
    html,
    title: found(/<title>(.*?)<\/title>/),
    canonical: found(/<link rel="canonical" href="(.*?)"/),
    isHidden: html.includes('<meta name="robots" content="noindex" />'),
    og: (name: string) => found(new RegExp(`<meta property="${name}" content="(.*?)"`)),
    things: jsonLd ? (JSON.parse(jsonLd) as { '@graph': Record<string, unknown>[] })['@graph'] : [],
  };
}

async function openListing(values: Parameters<typeof insertListing>[2]) {
  return open(`/listings/${await insertListing(database.db, seller.id, values)}`);
}

describe('the page of a listing', () => {
  it('describes the listing in its head for search engines and previews', async () => {
    const id = await insertListing(database.db, seller.id, {
      title: 'Oak <desk> & "chair"',
      description: 'Solid oak.\nBuyer collects.',
      price: '120.00',
      category: 'furniture',
    });
    const image = await insertImage(database.db, seller.id);
    const imageId = image.split('/')[2] ?? '';
    await database.db
      .insertInto('listingImages')
      .values({ listingId: id, position: 0, imageId })
      .execute();
    const { publicUrl } = server.ctx.config;
    const page = await open(`/listing/${id.toUpperCase()}`);
    expect(page.status).toBe(200);
    expect(page.title).toMatch(/^Oak &lt;desk&gt; &amp; &quot;chair&quot; · /);
    expect(page.canonical).toBe(`${publicUrl}/listings/${id}`);
    expect(page.isHidden).toBe(false);
    expect(page.og('og:type')).toBe('product');
    expect(page.og('og:image')).toBe(publicUrl + image);
    expect(page.og('og:description')).toBe('Solid oak. Buyer collects.');
    expect(page.og('product:price:amount')).toBe('120.00');
    expect(page.things).toMatchObject([
      {
        '@type': 'Product',
        name: 'Oak <desk> & "chair"',
        category: 'furniture',
        image: [publicUrl + image],
        offers: {
          '@type': 'Offer',
          price: '120.00',
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
          itemCondition: 'https://schema.org/UsedCondition',
          seller: { name: 'Ada Smith' },
          availableAtOrFrom: { name: 'Troy, NY' },
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, name: 'Home', item: `${publicUrl}/` },
          { position: 2, item: `${publicUrl}/listings` },
          { position: 3, item: `${publicUrl}/listings/${id}` },
        ],
      },
    ]);
    expect(page.html).toContain('Solid oak.');
  });

  it('stays available when reserved or sold, and says so in its structured data', async () => {
    const buyer = await createTestUser(database.db);
    const converse = async (listingId: string) =>
      (await messagingOf(server.ctx, buyer).openConversation({ listingId })).id;
    const reserved = await insertListing(database.db, seller.id);
    await insertReservation(database.db, reserved, await converse(reserved));
    const sold = await insertListing(database.db, seller.id);
    await insertSale(database.db, sold);
    const states = [];
    for (const id of [reserved, sold]) {
      const page = await open(`/listings/${id}`);
      expect([page.status, page.isHidden]).toEqual([200, false]);
      const { offers } = page.things[0] as { offers: { availability: string } };
      states.push([offers.availability, page.og('product:availability')]);
    }
    expect(states).toEqual([
      ['https://schema.org/LimitedAvailability', 'pending'],
      ['https://schema.org/SoldOut', 'out of stock'],
    ]);
  });

  it('is a demand in the structured data of a wanted listing', async () => {
    const kayak = { title: 'Kayak', kind: 'wanted', price: '200' } as const;
    const page = await open(`/listings/${await insertListing(database.db, seller.id, kayak)}`);
    expect(page.og('product:price:amount')).toBeUndefined();
    expect(page.things[0]).toMatchObject({
      '@type': 'Demand',
      itemOffered: { name: 'Kayak' },
      priceSpecification: { maxPrice: '200.00' },
      areaServed: { name: 'Troy, NY' },
    });
    expect(page.html).toContain('Up to $200');
  });

  it('shows the title and similar listings for a while after the seller deletes it', async () => {
    const stool = { title: 'Beech stool', category: 'furniture' };
    await insertListing(database.db, seller.id, stool);
    const page = await openListing({
      title: 'Oak <b>desk</b>',
      description: 'Words to forget',
      price: '77.70',
      category: 'furniture',
      deletedAt: new Date(),
    });
    expect([page.status, page.isHidden]).toEqual([410, true]);
    expect(page.title).toMatch(/^Oak &lt;b&gt;desk&lt;\/b&gt; – no longer available · /);
    expect(page.html).toContain('Listing not found');
    expect(page.html).toMatch(/Similar listings.*Beech stool/s);
    expect(page.html).toContain('href="/listings?category=furniture"');
    expect(page.html).not.toMatch(/Words to forget|77\.70|<b>desk/);
  });

  it('responds 410 for a deleted or flagged listing, and 404 for a hidden or unknown one', async () => {
    const secret = { title: 'Secret title', description: 'Secret words', isActive: false };
    const statuses = {
      deleted: await openListing({ deletedAt: new Date() }),
      flagged: await openListing({ ...secret, flaggedAt: new Date(), flagReason: 'x' }),
      hidden: await openListing(secret),
      none: await open('/listings/00000000-0000-4000-8000-000000000000'),
      noId: await open('/listings/no-id'),
    };
    expect(Object.values(statuses).map(({ status }) => status)).toEqual([410, 410, 404, 404, 404]);
    for (const { isHidden, html } of Object.values(statuses)) {
      expect(isHidden).toBe(true);
      expect(html).toContain('Listing not found');
      expect(html).not.toContain('Secret');
    }
    const { deleted: _deleted, ...others } = statuses;
    for (const { title, html } of Object.values(others)) {
      expect(title).toMatch(/^Listing not found · /);
      expect(html).toContain('Newest listings');
    }
  });

  it('is not indexed while only its owner can see it', async () => {
    const id = await insertListing(database.db, seller.id, { isActive: false });
    const page = await open(`/listings/${id}`, { cookie: seller.cookie });
    expect([page.status, page.isHidden]).toEqual([200, true]);
  });
});

it.each([
  ['//', 200],
  ['//example.com/listings', 404],
  ['/%', 404],
])('responds to the odd address %s with %i', async (path, status) => {
  expect((await open(path)).status).toBe(status);
});

describe('the browse page', () => {
  it.each([
    ['/listings', 'Listings', '/listings'],
    ['/listings?category=furniture&minPrice=5', 'Furniture', '/listings?category=furniture'],
    [
      '/listings?location=Troy&category=home',
      'Home &amp; Garden in Troy',
      '/listings?category=home&amp;location=Troy',
    ],
    ['/listings?location=Buy+my+pills', 'Listings', '/listings'],
  ])('gives %s the title %s', async (path, title, canonical) => {
    const page = await open(path);
    expect(page.title).toMatch(new RegExp(`^${title} · `));
    expect(page.canonical).toBe(server.ctx.config.publicUrl + canonical);
    expect(page.isHidden).toBe(false);
    expect(page.things).toMatchObject([{ '@type': 'BreadcrumbList' }]);
  });

  it('keeps searches and later pages out of search engines', async () => {
    expect((await open('/listings?search=chair')).isHidden).toBe(true);
    const forged = await open('/listings?after=nowhere%7E');
    expect([forged.status, forged.isHidden]).toEqual([400, true]);
  });

  it('links from page to page with plain links', async () => {
    const sellers = await Promise.all(Array.from({ length: 6 }, () => server.signedIn()));
    for (let number = 0; number < 30; number += 1) {
      const other = sellers[number % sellers.length]!;
      await insertListing(database.db, other.id, { title: `Zither ${number}`, category: 'sports' });
    }
    const first = await open('/listings?category=sports');
    const next = /<a [^>]*href="(\/listings\?category=sports[^"]*after=[^"]+)"/.exec(first.html);
    const second = await open((next?.[1] ?? '').replaceAll('&amp;', '&'));
    const titlesOf = (html: string) => [...html.matchAll(/>(Zither \d+)</g)].map(([, one]) => one);
    expect(titlesOf(first.html)).toHaveLength(24);
    expect(titlesOf(second.html)).toHaveLength(6);
    expect(new Set([...titlesOf(first.html), ...titlesOf(second.html)]).size).toBe(30);
    expect(second.html).not.toMatch(/after=/);
  });
});

it('is the landing page for visitors, and at /landing for everyone', async () => {
  const pitch = 'Good things, from people nearby.';
  const { cookie } = seller;
  expect((await open('/')).html).toContain(pitch);
  expect((await open('/landing', { cookie })).html).toContain(pitch);
  expect((await open('/?signin=1&next=%2Fmessages', { cookie })).html).toContain(pitch);
  const home = await open('/', { cookie });
  expect(home.status).toBe(200);
  expect(home.html).not.toContain(pitch);
  expect(home.html).toContain('href="/home"');
});

describe('the page cache', () => {
  it('shares pages among visitors for a moment, but no page of a signed-in user', async () => {
    const id = await insertListing(database.db, seller.id, { title: 'Old name' });
    const path = `/listings/${id}`;
    const mine = await open(path, { cookie: seller.cookie });
    expect(mine.headers.get('cache-control')).toBe('private, no-store');
    expect(mine.headers.get('etag')).toBeNull();
    const visitor = await open(path);
    expect(visitor.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=5');
    expect(visitor.headers.get('vary')).toBe('Cookie, Accept-Encoding');
    expect(mine.html).toContain('Ada');
    expect(visitor.html).not.toContain(`"id":"${seller.sessionId}"`);
    expect(visitor.html).toContain('Contact Seller');
    expect(mine.html).toContain('Your Listing');
    const again = await open(path, { 'if-none-match': visitor.headers.get('etag') ?? '' });
    expect([again.status, again.html]).toEqual([304, '']);
  });

  it('serves no page from before a change by this server', async () => {
    const id = await insertListing(database.db, seller.id, { title: 'Old name' });
    const path = `/listings/${id}`;
    expect((await open(path)).html).toContain('Old name');
    const changed = await fetch(`${server.url}/api${path}`, {
      method: 'PUT',
      headers: { cookie: seller.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'New name', price: '1' }),
    });
    expect(changed.status).toBe(200);
    expect((await open(path)).html).toContain('New name');
  });

  it('does not render a page again if its data is the same', async () => {
    const path = `/listings/${await insertListing(database.db, seller.id)}`;
    const { headers } = await open(path);
    // After any change, all pages are checked.
    await fetch(`${server.url}/api/listings`, { method: 'POST' });
    const again = await open(path, { 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('soon notices a change by another server', async () => {
    const id = await insertListing(database.db, seller.id);
    expect((await open(`/listings/${id}`)).status).toBe(200);
    await database.db
      .updateTable('listings')
      .set({ isActive: false })
      .where('id', '=', id)
      .execute();
    await vi.waitFor(async () => expect((await open(`/listings/${id}`)).status).toBe(404));
  });
});

it('responds 500 without details or caching if a page’s data cannot be read', async () => {
  const broken = await createTestDatabase();
  const failing = await startTestServer(broken);
  await broken.pool.query('alter table listings rename to elsewhere');
  const answer = await fetch(`${failing.url}/listings`);
  const html = await answer.text();
  expect(answer.status).toBe(500);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(html).toContain('We couldn&#x27;t load listings');
  expect(html).not.toMatch(/does not exist|elsewhere/);
  await failing.close();
  await broken.close();
});
