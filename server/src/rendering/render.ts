import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '../parts.ts';
import { contextOf } from '../request-context.ts';
import { createCaller } from '../router.ts';
import { clientBuild } from './client-files.ts';
import { developmentPages } from './dev.ts';
import type { PageConfig, RenderedPage } from './page.ts';
import { builtPages, type Pages } from './pages.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Paths that are never pages: an unknown one below them is answered in JSON. */
const notPages = /^\/(api|trpc|paypal|s3|media|assets|dev|metrics|healthz|readyz)(\/|$)/;

/** Serves the client's files, and a rendered page for every other address that nobody else took. */
export async function registerRendering(app: FastifyInstance, parts: Parts): Promise<void> {
  if (!parts.config.development && existsSync(clientBuild)) await registerFiles(app);
  const pages = parts.config.development ? await developmentPages(app) : builtPages();
  app.setNotFoundHandler(async (request, reply) => {
    const [path = '/'] = request.url.split('?', 1);
    if ((request.method !== 'GET' && request.method !== 'HEAD') || notPages.test(path)) {
      return reply.code(404).header('cache-control', 'no-store').send({ message: 'Not found' });
    }
    if (await pages.serveFile(request, reply)) return reply;
    return sendPage(parts, pages, { request, reply });
  });
}

/** Built files carry a hash in their name and never change; the rest is asked for again each time. */
async function registerFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientBuild,
    wildcard: false,
    index: false,
    globIgnore: ['index.html', '.vite/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const built = path.startsWith(`${clientBuild}/assets/`);
      reply.header(
        'cache-control',
        built ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

async function sendPage(parts: Parts, pages: Pages, { request, reply }: Exchange) {
  const context = await contextOf(parts, request, reply);
  const { bundle, template } = await pages.load(request.url);
  const page = await bundle.render({
    url: request.url,
    caller: createCaller(context),
    signedIn: context.session !== null,
    config: pageConfig(parts),
  });
  // What a session sees is its own; what visitors see may be shared for a moment by a cache between.
  const personal = context.cookies.session !== undefined;
  reply.header('vary', 'Cookie, Accept-Encoding');
  reply.header('cache-control', personal ? 'private, no-store' : 'public, max-age=0, s-maxage=5');
  if (page.redirect) return reply.redirect(page.redirect, page.status);
  const html = fillTemplate(template, page, pages.preloads(page.sources));
  reply.code(page.status).type('text/html; charset=utf-8');
  return personal || parts.config.development
    ? reply.send(html)
    : sendCacheable(html, { request, reply });
}

/** What the client is told about this server. */
function pageConfig({ config }: Parts): PageConfig {
  return {
    brand: config.brand,
    publicUrl: config.publicUrl,
    featuredPolicy: config.featuredPolicy,
    canDescribe: config.openai !== undefined,
    paypal: config.paypal
      ? { clientId: config.paypal.clientId, environment: config.paypal.environment }
      : null,
  };
}

function fillTemplate(template: string, page: RenderedPage, preloads: string): string {
  // Functions: a rendered text may hold the `$&` that replacement strings give a meaning.
  return template
    .replace('<!--head-->', () => `${page.head}\n${preloads}`)
    .replace('<!--body-->', () => page.body)
    .replace('<!--state-->', () => page.state);
}

async function sendCacheable(html: string, { request, reply }: Exchange) {
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', etag);
  if (request.headers['if-none-match'] === etag && reply.statusCode === 200) {
    return reply.code(304).send();
  }
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) {
    const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
    return reply.header('content-encoding', 'br').send(await brotli(html, level));
  }
  if (/\bgzip\b/.test(accepted)) {
    return reply.header('content-encoding', 'gzip').send(await gzipped(html));
  }
  return reply.send(html);
}
