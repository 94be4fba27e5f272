import { kindOfPath } from '@marketplace/shared/paths';
import { handlePushes } from './service-worker-push.ts';

/*
 * Stands between the pages of this site and the network, for two things: the built files, which
 * never change, are kept; and where a page cannot be fetched, the offline page takes its place. Pages
 * and answers of the server are never kept, so that none is ever out of date. It also shows what is
 * pushed: see service-worker-push.ts.
 */

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** The build puts a name here that changes with every release. */
const release = '__RELEASE__';
const offlinePage = '/offline';
const pageCache = `offline-${release}`;
const assetCache = `assets-${release}`;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOldCaches()));
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(assetOf(event));
  else if (mode === 'navigate' && kindOfPath(pathname) === 'page')
    event.respondWith(pageOf(event.request));
});

handlePushes();

/** Keeps the offline page with the files that it names. */
async function install(): Promise<void> {
  const page = await fetch(offlinePage, { cache: 'no-store' });
  if (!page.ok) throw new Error(`The offline page is answered with ${page.status}.`);
  const html = await page.clone().text();
  const files = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  const cache = await caches.open(pageCache);
  await Promise.all([cache.put(offlinePage, page), cache.addAll(files)]);
  // A new release takes over at once: pages of the old one are served as before.
  await worker.skipWaiting();
}

/** The files of the release before stay for the tabs that have it open. */
async function dropOldCaches(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name !== pageCache && name !== assetCache);
  // In the order in which they were made.
  const assets = names.filter((name) => name.startsWith('assets-'));
  const pages = names.filter((name) => name.startsWith('offline-'));
  await Promise.all([...assets.slice(0, -1), ...pages].map((name) => caches.delete(name)));
}

async function pageOf(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(pageCache);
    return (await cache.match(offlinePage)) ?? Response.error();
  }
}

async function assetOf(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(keepAsset(event.request, response.clone()));
  return response;
}

async function keepAsset(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(assetCache);
  await cache.put(request, response);
}
