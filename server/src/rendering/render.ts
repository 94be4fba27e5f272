import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { kindOfPath, pageParameters } from '@marketplace/shared/paths';
import type { AppContext } from '../app-context.ts';
import type { Context } from '../context.ts';
import { etagOf, isOpening, withKnownParameters } from '../platform/http.ts';
import { contextOf, userAgentOf } from '../request-context.ts';
import { createCaller } from '../router.ts';
import { listingIdOf, listingPageVersion } from './listing-versions.ts';
import { registerFeeds } from './feeds.ts';
import { registerOffline } from './offline.ts';
import { registerPoster } from './poster.ts';
import {
  createPageCache,
  type PageCache,
  sendShared,
  sentPage,
  type SentPage,
  vary,
} from './page-cache.ts';
import type { PageConfig, RenderedPage, ServerBundle } from './page.ts';
import { builtPages, clientBuild, clientRoot, type Pages } from './client-build.ts';
import { registerWellKnown } from './well-known.ts';

/**
 * Sends cached pages, and pages in progress, to visitors without a cookie. Register it before load
 * shedding, because these pages cost almost nothing.
 */
export function registerPageCache(app: FastifyInstance, ctx: AppContext): PageCache {
  const cache = createPageCache();
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || !isRead(request) || request.headers.cookie !== undefined)
      return undefined;
    const found = cache.find(pageAddress(request));
    // Only the request that began a page gets its failure.
    const page = found && (await Promise.resolve(found).catch(() => undefined));
    if (!page || page.status >= 500) return undefined;
    countSharedView(ctx, request, page);
    return sendShared(page, reply);
  });
  // Changes by other instances show within a second.
  app.addHook('onSend', async (request) => {
    if (!isRead(request) && !onNoPage.test(request.url)) cache.expire();
  });
  return cache;
}

/** Serves the client's files, and a rendered page for every other address without a route. */
export async function registerRendering(
  app: FastifyInstance,
  ctx: AppContext,
  cache: PageCache,
): Promise<void> {
  if (!ctx.config.development && existsSync(clientBuild)) await registerFiles(app);
  const pages = ctx.config.development ? await developmentPages(app) : builtPages();
  registerOffline(app, ctx.config, pages);
  registerWellKnown(app, ctx);
  registerFeeds(app, ctx, cache);
  registerPoster(app, ctx, cache);
  app.setNotFoundHandler(async (request, reply) => {
    const kind = isRead(request) ? kindOfPath(request.url) : 'call';
    if (kind !== 'page' && kind !== 'file') return sendNotFound(reply);
    if (await pages.serveFile(request, reply)) return reply;
    if (kind === 'file') return sendNotFound(reply);
    return sendPage(ctx, { pages, cache }, reply);
  });
}

/** Matches calls that never change what visitors see. Messages are the most frequent calls. */
const onNoPage =
  /^\/(?:trpc\/(?:messaging|notifications)\.|api\/(?:messages|conversations)|csp-reports)/;

/** Returns the address that a page is rendered from, which is also its key in the cache. */
function pageAddress({ url }: FastifyRequest): string {
  return withKnownParameters(url, pageParameters);
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').send({ message: 'Not found' });
}

/** Serves built files. Assets have a hash in their name and never change. Others may. */
async function registerFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientBuild,
    wildcard: false,
    index: false,
    globIgnore: ['index.html', 'offline.html', '.vite/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      const path = file.slice(clientBuild.length);
      // With an old service worker, a browser would never notice a new release.
      const others = path === '/sw.js' ? 'no-cache' : 'public, max-age=3600';
      const isAsset = path.startsWith('/assets/');
      reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : others);
    },
  });
  // Some systems request this name first.
  app.get('/apple-touch-icon-precomposed.png', async (_request, reply) =>
    reply.sendFile('apple-touch-icon.png'),
  );
}

async function sendPage(
  ctx: AppContext,
  { pages, cache }: { pages: Pages; cache: PageCache },
  reply: FastifyReply,
) {
  const { request } = reply;
  const context = await contextOf(ctx, request, reply);
  const url = pageAddress(request);
  const fetch = () => fetchPage(context, pages, url);
  // Pages of a session are private.
  const personal = context.cookies.session !== undefined || ctx.config.development;
  context.countsViews = personal && isOpening(request);
  const page = personal
    ? await (await fetch()).render()
    : await cache.get(url, { fetch, version: () => listingPageVersion(ctx.pool, url) });
  if (!personal && page.status < 500) {
    countSharedView(ctx, request, page);
    return sendShared(page, reply);
  }
  reply.header('vary', vary).header('cache-control', 'private, no-store');
  if (page.redirect) return reply.redirect(page.redirect, page.status);
  return reply.code(page.status).type('text/html; charset=utf-8').send(page.html);
}

/** Counts a visitor's view if the page that they get, which others may share, is a listing's. */
function countSharedView({ views }: AppContext, request: FastifyRequest, page: SentPage): void {
  const listingId = listingIdOf(request.url);
  if (listingId === undefined || page.status !== 200 || !isOpening(request)) return;
  views.count(listingId, { ip: request.ip, userAgent: userAgentOf(request) });
}

/** Reads the data of a page, which can then be rendered. */
async function fetchPage(context: Context, pages: Pages, url: string) {
  const { bundle, template } = await pages.load(url);
  const caller = createCaller(context, {
    onError({ error, path }) {
      if (error.code !== 'INTERNAL_SERVER_ERROR') return;
      context.log.error({ err: error.cause ?? error, path }, 'Data of a page could not be loaded.');
    },
  });
  const signedIn = context.session !== null;
  const config = pageConfig(context);
  const prepared = await bundle.prepare({ url, caller, signedIn, config });
  return {
    get data() {
      return etagOf(prepared.data());
    },
    async render() {
      const page = await prepared.render();
      const html = fillTemplate(template, page, pages);
      return sentPage({ status: page.status, redirect: page.redirect, html });
    },
  };
}

function pageConfig({ config }: AppContext): PageConfig {
  const { brand, publicUrl, featuredPolicy, openai, paypal } = config;
  const client = paypal ? { clientId: paypal.clientId, environment: paypal.environment } : null;
  const canDescribe = openai !== undefined;
  return { brand, publicUrl, featuredPolicy, canDescribe, paypal: client };
}

function fillTemplate(template: string, page: RenderedPage, pages: Pages): string {
  const parts: Record<string, string> = {
    head: `${page.head}\n${pages.fontPreloads()}`,
    body: page.body,
    state: page.state,
    modules: pages.modulePreloads(page.sources),
  };
  const places = /<!--(head|body|state|modules)-->/g;
  return template.replace(places, (_, name: string) => parts[name] ?? '');
}

/** Returns the client from its sources, with reload. For development only. */
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
