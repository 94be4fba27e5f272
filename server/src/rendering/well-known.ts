import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { categories } from '@marketplace/shared/listings/constants';
import { otherPaths, pages, type ProductPage } from '@marketplace/shared/paths';
import { AppError } from '../errors.ts';
import { type SitemapEntry, sitemapEntries, sitemapFiles } from '../features/listings/sitemap.ts';
import type { AppContext } from '../app-context.ts';
import { makeOnce } from '../platform/coalesce.ts';
import { decodeCursor, encodeCursor, type Position } from '../platform/cursor.ts';

const allPages = Object.entries<ProductPage>(pages);

/** The paths in the sitemap that are not listings. */
const indexed = [
  ...allPages.filter(([, page]) => page.indexed).map(([path]) => path),
  ...categories.map(({ value }) => `/listings?category=${value}`),
];

/** The first parts of paths that robots must not visit: calls, and pages of signed-in users. */
const closed = new Set([
  ...Object.entries(otherPaths)
    .filter(([, kind]) => kind === 'call' || kind === 'tool')
    .map(([segment]) => `/${segment}/`),
  ...allPages
    .filter(([, { access }]) => access !== 'everybody')
    .map(([path]) => `/${path.split('/')[1]}`),
]);

/**
 * Serves `/robots.txt`, `/sitemap.xml` with all public addresses as a stream, and the files that
 * programs expect at fixed paths (RFC 8615). With more than `size` listings, the sitemap is an
 * index of files with `size` listings each, named by the position where they begin.
 */
export function registerWellKnown(
  app: FastifyInstance,
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  // sitemaps.org allows 50,000 addresses in a file. This leaves room for pages and new listings.
  size = 45_000,
): void {
  const { publicUrl } = config;
  const pageUrls = indexed.map((path) => `<url><loc>${publicUrl}${path}</loc></url>\n`).join('');
  // Dividing the sitemap into files reads all listings.
  const filesOf = makeOnce(() => sitemapFiles(db, size), 10 * 60_000);
  const listings = async function* (from: Position) {
    for await (const entries of sitemapEntries(db, from, size)) {
      yield entries.map((entry) => urlOf(publicUrl, entry)).join('');
    }
  };

  app.get('/robots.txt', async (_request, reply) => {
    const rules = [...closed].map((path) => `Disallow: ${path}`);
    const sitemap = `Sitemap: ${publicUrl}/sitemap.xml`;
    return sendText(reply, ['User-agent: *', ...rules, sitemap]);
  });

  app.get('/.well-known/security.txt', async (_request, reply) =>
    sendText(reply, [
      `Contact: mailto:${config.brand.supportEmail}`,
      // RFC 9116 recommends less than a year.
      `Expires: ${new Date(Date.now() + 180 * 24 * 60 * 60_000).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ]),
  );

  // There are no passwords, so password managers get the page where users review their sign-ins.
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect('/settings?section=devices', 302),
  );

  app.get('/sitemap.xml', async (_request, reply) => {
    const files = await filesOf();
    reply.header('cache-control', 'public, max-age=600').type('application/xml; charset=utf-8');
    if (files.length <= 1) return reply.send(urlSet(pageUrls, listings(start)));
    const sitemaps = files.map(
      ({ from, changedAt }) =>
        `<sitemap><loc>${publicUrl}/sitemap/${encodeCursor(from)}.xml</loc><lastmod>${changedAt.toISOString()}</lastmod></sitemap>\n`,
    );
    const index = `<sitemap><loc>${publicUrl}/sitemap/pages.xml</loc></sitemap>\n${sitemaps.join('')}`;
    return reply.send(`${declaration}<sitemapindex ${schema}>\n${index}</sitemapindex>\n`);
  });

  app.get<{ Params: { name: string } }>('/sitemap/:name', async (request, reply) => {
    const name = /^([\w-]+)\.xml$/.exec(request.params.name)?.[1] ?? '';
    const set = name === 'pages' ? urlSet(pageUrls) : urlSet('', listings(positionOf(name)));
    reply.header('cache-control', 'public, max-age=600').type('application/xml; charset=utf-8');
    return reply.send(set);
  });
}

function sendText(reply: FastifyReply, lines: string[]): FastifyReply {
  reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8');
  return reply.send(`${lines.join('\n')}\n`);
}

const start: Position = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

/** Returns the position in a file name. Throws NOT_FOUND for an invalid name. */
function positionOf(name: string): Position {
  try {
    return decodeCursor(name);
  } catch {
    throw new AppError('NOT_FOUND', 'Not found');
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function urlOf(publicUrl: string, { id, updatedAt }: SitemapEntry): string {
  return `<url><loc>${publicUrl}/listings/${id}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>\n`;
}

function urlSet(first: string, more: AsyncIterable<string> | string[] = []): Readable {
  async function* all() {
    // The header waits for the first addresses, because a failure cannot set the status after it.
    let waiting = `${declaration}<urlset ${schema}>\n${first}`;
    for await (const urls of more) {
      yield waiting + urls;
      waiting = '';
    }
    yield `${waiting}</urlset>\n`;
  }
  return Readable.from(all());
}
