import jsQR from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertImage, insertListing } from '../features/listings/listings.fixtures.ts';
import { readConfig } from '../platform/config.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../test/server.ts';
import { inlineScriptSources } from './security-headers.ts';

const site = 'https://market.test';

let database: TestDatabase;
let server: TestServer;
let seller: SignedIn;

beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: site, PRODUCT_NAME: 'Tom & <Co>' });
  server = await startTestServer(database, { config });
  seller = await server.signedIn({ firstName: 'Ada' });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

type Values = Parameters<typeof insertListing>[2];

const post = (values: Values = {}) => insertListing(database.db, seller.id, values);

async function open(id: string, init: RequestInit = {}) {
  const answer = await fetch(`${server.url}/listings/${id}/poster`, init);
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

describe('the poster of a public listing', () => {
  it('has the text of the listing, escaped, and its first photo with a description', async () => {
    const values = {
      price: '1250.00',
      category: 'furniture',
      description: `${'Oak. '.repeat(200)}`,
    };
    const id = await post({ title: 'Oak <desk> & "chair"', ...values });
    const image = await insertImage(database.db, seller.id);
    const picture = { listingId: id, position: 0, imageId: image.split('/')[2] ?? '' };
    await database.db.insertInto('listingImages').values(picture).execute();
    const { status, headers, html } = await open(id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain(
      '<title>Poster for Oak &lt;desk&gt; &amp; &quot;chair&quot; · Tom &amp;',
    );
    expect(html).toContain('>Oak &lt;desk&gt; &amp; &quot;chair&quot;</h1>');
    expect(html).toContain('>$1,250</p>');
    expect(html).toContain('>Troy, NY · Furniture</p>');
    expect(html).toContain(`src="${image}"`);
    expect(html).toContain('alt="Photo of Oak &lt;desk&gt; &amp; &quot;chair&quot;"');
    expect(html).toMatch(/Oak\. Oak…<\/p>/);
    expect(html.match(/class="strip"/g)).toHaveLength(10);
  });

  it("has a QR code that an independent reader reads as the listing's address", async () => {
    const id = await post();
    const [svg = ''] = /<svg id="code"[^]*?<\/svg>/.exec((await open(id)).html) ?? [];
    // The server reads no pictures in this format.
    sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
    const drawn = sharp(Buffer.from(svg), { density: 500 }).flatten({ background: '#fff' });
    const { data, info } = await drawn.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const code = jsQR(new Uint8ClampedArray(data), info.width, info.height);
    expect(code?.data).toBe(`${site}/listings/${id}`);
  });

  it('isolates right-to-left titles, and shows the price of a wanted item', async () => {
    const id = await post({ title: 'שולחן', kind: 'wanted', price: '50.00' });
    const { html } = await open(id);
    expect(html).toContain('<title>Poster for \u2068שולחן\u2069 · ');
    expect(html).toContain('>Wanted · Up to $50</p>');
  });

  it('is not indexed, and its policy allows only its two inline scripts', async () => {
    const { headers, html } = await open(await post());
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(html).toContain('<meta name="robots" content="noindex" />');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; /);
    const [, scripts] = /script-src ([^;]+)/.exec(policy) ?? [];
    const sources = inlineScriptSources(html);
    expect(sources).toHaveLength(2);
    expect(scripts?.split(' ')).toEqual(sources);
  });

  it('can be cached, revalidated and requested without its body', async () => {
    const id = await post();
    const { headers } = await open(id);
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=5');
    const etag = headers.get('etag') ?? '';
    const again = await open(id.toUpperCase(), { headers: { 'if-none-match': etag } });
    expect([again.status, again.html]).toEqual([304, '']);
    const head = await open(id, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), head.html]).toEqual([200, etag, '']);
  });
});

describe('the poster of a listing that is not public', () => {
  it("has the status that visitors get for the listing's page, for its seller too", async () => {
    const missing = '00000000-0000-4000-8000-000000000000';
    const ids = [
      await post({ deletedAt: new Date() }),
      await post({ isActive: false, flaggedAt: new Date() }),
      await post({ isActive: false }),
      ...[missing, 'x', '%00', '..%2f', '{body}'],
    ];
    for (const id of ids) {
      const page = await fetch(`${server.url}/listings/${id}`);
      const { status, html, headers } = await open(id, { headers: { cookie: seller.cookie } });
      expect([id, status]).toEqual([id, page.status]);
      expect(html).toContain('<h1>Listing not found</h1>');
      expect(headers.get('x-robots-tag')).toBe('noindex');
    }
    expect((await open(ids[0] ?? '')).status).toBe(410);
    expect((await open(missing)).status).toBe(404);
  });
});
