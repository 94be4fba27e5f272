import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertListing } from '../features/listings/listings.fixtures.ts';
import type { AppContext } from '../app-context.ts';
import { handleError } from '../rest/errors.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createTestContext } from '../test/app-context.ts';
import { createTestUser } from '../test/users.ts';
import { registerWellKnown } from './well-known.ts';

let database: TestDatabase;
let ctx: AppContext;
let shown: string[];
let hidden: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  const { db } = database;
  const { id: sellerId } = await createTestUser(db);
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
  shown = [];
  // Files have two listings, so that one may end between listings of the same moment.
  for (let number = 0; number < 7; number += 1) {
    shown.push(await insertListing(db, sellerId, { createdAt: at(number - (number % 2)) }));
  }
  hidden = [
    await insertListing(db, sellerId, { isActive: false }),
    await insertListing(db, sellerId, { deletedAt: new Date() }),
  ];
});
afterAll(() => database.close());

function appWith(size?: number): FastifyInstance {
  const app = Fastify();
  app.setErrorHandler(handleError);
  registerWellKnown(app, ctx, size);
  return app;
}

async function locationsIn(app: FastifyInstance, path: string): Promise<string[]> {
  const answer = await app.inject(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
  return [...answer.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) =>
    address.replace(ctx.config.publicUrl, ''),
  );
}

const listingPaths = (ids: string[]) => ids.map((id) => `/listings/${id}`);

describe('the sitemap', () => {
  it('lists every public page and every visible listing with its last change', async () => {
    const paths = await locationsIn(appWith(), '/sitemap.xml');
    expect(paths).toEqual(
      expect.arrayContaining(['/', '/listings', '/map', '/privacy-policy', ...listingPaths(shown)]),
    );
    for (const path of listingPaths(hidden)) expect(paths).not.toContain(path);
    expect(new Set(paths).size).toBe(paths.length);
    const { body } = await appWith().inject('/sitemap.xml');
    const [row] = await database.db.selectFrom('listings').select('updatedAt').execute();
    expect(body).toContain(`<lastmod>${row?.updatedAt.toISOString().slice(0, 10)}`);
  });

  it('becomes an index of files that together list every listing once', async () => {
    const app = appWith(3);
    const files = await locationsIn(app, '/sitemap.xml');
    expect(files).toHaveLength(4);
    expect((await app.inject('/sitemap.xml')).body).toMatch(/^<\?xml[^]*<sitemapindex/);
    const paths = await Promise.all(files.map((file) => locationsIn(app, file)));
    expect(paths[0]).toContain('/listings');
    const listed = paths.slice(1);
    expect(listed.map((file) => file.length)).toEqual([3, 3, 1]);
    expect(listed.flat().sort()).toEqual(listingPaths(shown).sort());
  });

  it('has no file with an unknown name', async () => {
    for (const name of ['x.xml', 'pages', '..%2Fpages.xml', 'MTIz.xml']) {
      expect((await appWith().inject(`/sitemap/${name}`)).statusCode).toBe(404);
    }
  });
});

it('limits crawlers to the public pages in robots.txt, with the sitemap', async () => {
  const { body, headers } = await appWith().inject('/robots.txt');
  expect(headers['content-type']).toContain('text/plain');
  const rules = body.split('\n');
  expect(rules[0]).toBe('User-agent: *');
  expect(rules).toContain('Disallow: /api/');
  expect(rules).toContain(`Sitemap: ${ctx.config.publicUrl}/sitemap.xml`);
  const closed = rules.flatMap((rule) => /^Disallow: (.+)$/.exec(rule)?.[1] ?? []);
  const open = ['/', '/listings', `/listings/${shown[0]}`, '/media/x/640.webp', '/assets/a.js'];
  for (const path of open) expect(closed.filter((start) => path.startsWith(start))).toEqual([]);
  for (const path of ['/trpc/auth.me', '/home', '/edit-listing/new', '/messages', '/admin']) {
    expect(closed.filter((start) => path.startsWith(start))).toHaveLength(1);
  }
});
