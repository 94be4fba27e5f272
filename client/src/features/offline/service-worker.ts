/*
 * Stands between the pages of this site and the network, for two things: the built files, which
 * never change, are kept; and where a page cannot be fetched, the offline page takes its place. Pages
 * and answers of the server are never kept, so that none is ever out of date.
 */

/** What of a worker's world TypeScript's library for pages does not know. */
interface LongEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LongEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Worker {
  clients: { matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<unknown[]> };
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LongEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}
const worker = globalThis as unknown as Worker;

/** The build puts a name here that changes with every release. */
const release = '__RELEASE__';
const offlinePage = '/offline';
const pageCache = `offline-${release}`;
const assetCache = `assets-${release}`;
/** More than the product has. */
const maxAssets = 300;
const takeOver = 'take over';

/** Addresses that are no pages: they pass untouched. */
const notPages = /^\/(api|trpc|paypal|s3|media|dev|metrics|healthz|readyz)(\/|$)/;

worker.addEventListener('install', (event) => event.waitUntil(keepOfflinePage()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOldCaches()));
worker.addEventListener('message', ({ data }) => {
  if (data === takeOver) void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(assetOf(event));
  else if (mode === 'navigate' && !notPages.test(pathname)) event.respondWith(pageOf(event));
});

/** The offline page with the files that it names. */
async function keepOfflinePage(): Promise<void> {
  const page = await fetch(offlinePage, { cache: 'no-store' });
  if (!page.ok) throw new Error(`The offline page is answered with ${page.status}.`);
  const html = await page.clone().text();
  const files = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  const cache = await caches.open(pageCache);
  await Promise.all([cache.put(offlinePage, page), cache.addAll(files)]);
}

async function dropOldCaches(): Promise<void> {
  const old = (await caches.keys()).filter(
    (name) => /^(offline|assets)-/.test(name) && name !== pageCache && name !== assetCache,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function pageOf(event: FetchEvent): Promise<Response> {
  try {
    const response = await fetch(event.request);
    event.waitUntil(handOver());
    return response;
  } catch {
    const cache = await caches.open(pageCache);
    return (await cache.match(offlinePage)) ?? Response.error();
  }
}

/** A newer worker waits until no other tab needs the files that this one has kept. */
async function handOver(): Promise<void> {
  const { waiting } = worker.registration;
  if (!waiting) return;
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows have one, workers none
  if (windows.length <= 1) waiting.postMessage(takeOver);
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
  const [oldest, ...others] = await cache.keys();
  if (oldest && others.length >= maxAssets) await cache.delete(oldest);
}
