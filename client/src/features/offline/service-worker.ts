import { kindOfPath } from '@marketplace/shared/paths';
import { handlePushes } from './service-worker-push.ts';

/*
 * Sits between the pages of this site and the network. It caches the built files, which never
 * change, and serves the offline page if a page cannot be fetched. It never caches pages or answers
 * of the server, so none is out of date. It also shows push notifications: see
 * service-worker-push.ts.
 */

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** The build replaces this by a name that changes with every release. */
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

/** Caches the offline page and the files that it names. */
async function install(): Promise<void> {
  const page = await fetch(offlinePage, { cache: 'no-store' });
  if (!page.ok) throw new Error(`The offline page is answered with ${page.status}.`);
  const html = await page.clone().text();
  const files = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  const cache = await caches.open(pageCache);
  await Promise.all([cache.put(offlinePage, page), cache.addAll(files)]);
  // A new release takes over at once. It serves pages of the old release as before.
  await worker.skipWaiting();
}

/** Deletes old caches, except the files of the previous release, which open tabs may need. */
async function dropOldCaches(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name !== pageCache && name !== assetCache);
  // The names are in order of creation, so the last one belongs to the previous release.
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
  const cached = await caches.match(event.request);
  if (cached) return cached;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(cacheAsset(event.request, response.clone()));
  return response;
}

async function cacheAsset(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(assetCache);
  await cache.put(request, response);
}
