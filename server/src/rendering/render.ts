import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { kindOfPath } from '@marketplace/shared/paths';
import type { AppContext } from '../app-context.ts';
import type { Context } from '../context.ts';
import { isAmong } from '../platform/http.ts';
import { contextOf } from '../request-context.ts';
import { createCaller } from '../router.ts';
import { registerOffline } from './offline.ts';
import { createPageCache, type PageCache, type SentPage, sentPage } from './page-cache.ts';
import type { PageConfig, RenderedPage, ServerBundle } from './page.ts';
import { builtPages, clientBuild, clientRoot, type Pages } from './pages.ts';
import { searchEngineRoutes } from './search-engines.ts';

/** Serves the client's files, and a rendered page for every other address without a route. */
export async function registerRendering(app: FastifyInstance, ctx: AppContext): Promise<void> {
  if (!ctx.config.development && existsSync(clientBuild)) await registerFiles(app);
  const pages = ctx.config.development ? await developmentPages(app) : builtPages();
  registerOffline(app, ctx.config, pages);
  searchEngineRoutes(app, ctx);
  const cache = createPageCache();
  // Changes made by other instances show within a second.
  app.addHook('onSend', async (request) => {
    if (changesPages(request)) cache.clear();
  });
  app.setNotFoundHandler(async (request, reply) => {
    const kind = isRead(request) ? kindOfPath(request.url) : 'call';
    if (kind !== 'page' && kind !== 'file') return sendNotFound(reply);
    if (await pages.serveFile(request, reply)) return reply;
    if (kind === 'file') return sendNotFound(reply);
    return sendPage(ctx, { pages, cache }, reply);
  });
}

const onNoPage =
  /^\/(?:trpc\/(?:messaging|notifications)\.|api\/(?:messages|conversations)|csp-reports)/;

/** Whether a call may have changed what visitors see. Messages, the most frequent calls, never do. */
function changesPages(request: FastifyRequest): boolean {
  return !isRead(request) && !onNoPage.test(request.url);
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').send({ message: 'Not found' });
}

/** Built files have a hash in their name and never change; browsers revalidate the others. */
async function registerFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientBuild,
    wildcard: false,
    index: false,
    globIgnore: ['index.html', 'offline.html', '.vite/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', cachingOf(path.slice(clientBuild.length)));
    },
  });
}

function cachingOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  // With an old service worker a browser would never notice a new release.
  return path === '/sw.js' ? 'no-cache' : 'public, max-age=3600';
}

async function sendPage(
  ctx: AppContext,
  { pages, cache }: { pages: Pages; cache: PageCache },
  reply: FastifyReply,
) {
  const { request } = reply;
  const context = await contextOf(ctx, request, reply);
  const make = () => renderPage(context, pages, request.url);
  // A session's pages are private; a proxy may share those of visitors for a moment.
  const personal = context.cookies.session !== undefined || ctx.config.development;
  const page = personal ? await make() : await cache.get(request.url, make);
  reply.header('vary', 'Cookie, Accept-Encoding');
  const shared = !personal && page.status < 500;
  reply.header('cache-control', shared ? 'public, max-age=0, s-maxage=5' : 'private, no-store');
  if (page.redirect) return reply.redirect(page.redirect, page.status);
  reply.code(page.status).type('text/html; charset=utf-8');
  return shared ? sendShared(page, reply) : reply.send(page.html);
}

async function renderPage(context: Context, pages: Pages, url: string): Promise<SentPage> {
  const { bundle, template } = await pages.load(url);
  const caller = createCaller(context, {
    onError({ error, path }) {
      if (error.code !== 'INTERNAL_SERVER_ERROR') return;
      context.log.error({ err: error.cause ?? error, path }, 'a page lacks what it should show');
    },
  });
  const page = await bundle.render({
    url,
    caller,
    signedIn: context.session !== null,
    config: pageConfig(context),
  });
  const html = fillTemplate(template, page, pages);
  return sentPage({ status: page.status, redirect: page.redirect, html });
}

function pageConfig({ config }: AppContext): PageConfig {
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

function fillTemplate(template: string, page: RenderedPage, pages: Pages): string {
  // Functions, because `$&` in a rendered text would have a meaning in a replacement string.
  return template
    .replace('<!--head-->', () => `${page.head}\n${pages.fontPreloads()}`)
    .replace('<!--body-->', () => page.body)
    .replace('<!--state-->', () => page.state)
    .replace('<!--modules-->', () => pages.modulePreloads(page.sources));
}

async function sendShared(page: SentPage, reply: FastifyReply) {
  const { headers } = reply.request;
  const etag = page.etag();
  reply.header('etag', etag);
  if (page.status === 200 && isAmong(etag, headers['if-none-match'])) {
    return reply.code(304).send();
  }
  const accepted = headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) {
    return reply.header('content-encoding', 'br').send(await page.brotli());
  }
  if (/\bgzip\b/.test(accepted)) {
    return reply.header('content-encoding', 'gzip').send(await page.gzip());
  }
  return reply.send(page.html);
}

/** The client from its sources, with reload, for development only. */
async function developmentPages(app: FastifyInstance): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: `${clientRoot}/vite.config.ts`,
    server: { middlewareMode: true },
    appType: 'custom',
  });
  app.addHook('onClose', () => vite.close());
  return {
    async load(url) {
      const source = await readFile(`${clientRoot}/index.html`, 'utf8');
      const [template, bundle] = await Promise.all([
        vite.transformIndexHtml(url, source),
        vite.ssrLoadModule('/src/entry-server.tsx') as unknown as Promise<ServerBundle>,
      ]);
      return { bundle, template };
    },
    fontPreloads: () => '',
    modulePreloads: () => '',
    async serveFile(request, reply) {
      const [path = ''] = request.url.split('?', 1);
      if (!path.startsWith('/@') && !/\.\w+$/.test(path)) return false;
      reply.hijack();
      vite.middlewares(request.raw, reply.raw, () => {
        reply.raw.statusCode = 404;
        reply.raw.end();
      });
      return true;
    },
  };
}
