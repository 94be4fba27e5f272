import { kindOfPath, sharedPhotosField, sharePath } from '@marketplace/shared/paths';
import type { PushContent } from '@marketplace/shared/push/schemas';
import { paths } from '../../config/paths.ts';
import { saveSharedFiles } from '../listings/edit/draft-pictures.ts';

// Sits between the pages of this site and the network. It caches the built files, which never
// change, and serves the offline page if a page cannot be fetched. It never caches pages or answers
// of the server, so none is out of date. It also shows push notifications and opens their pages, and
// starts a listing with photos that another app shares.

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
  if (origin !== location.origin) return;
  if (method === 'POST' && pathname === sharePath) event.respondWith(startListing(event.request));
  if (method !== 'GET') return;
  if (pathname.startsWith('/assets/')) event.respondWith(assetOf(event));
  else if (mode === 'navigate' && kindOfPath(pathname) === 'page')
    event.respondWith(pageOf(event.request));
});

worker.addEventListener('push', (event) => {
  // This server sends no push without content.
  if (event.data) event.waitUntil(show(event.data.json() as PushContent));
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { path: string }).path));
});
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

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

/** Opens the form of a new listing with the photos of a share. */
async function startListing(request: Request): Promise<Response> {
  try {
    const shared = (await request.formData()).getAll(sharedPhotosField);
    await saveSharedFiles(shared.filter((file) => file instanceof File));
  } catch {
    // Without storage, the form opens without photos.
  }
  return Response.redirect(paths.newListing, 303);
}

async function pageOf(request: Request): Promise<Response> {
  const offline = () => caches.match(offlinePage, { cacheName: pageCache });
  return fetch(request).catch(async () => (await offline()) ?? Response.error());
}

async function assetOf(event: FetchEvent): Promise<Response> {
  const cached = await caches.match(event.request);
  if (cached) return cached;
  const response = await fetch(event.request);
  if (response.ok) {
    const copy = response.clone();
    event.waitUntil(caches.open(assetCache).then((cache) => cache.put(event.request, copy)));
  }
  return response;
}

/** Shows a notification, except while a page is in front, since that page updates itself. */
async function show({ title, body, path, tag }: PushContent): Promise<void> {
  const windows = await openWindows();
  if (windows.some((one) => one.focused && one.visibilityState === 'visible')) return;
  await worker.registration.showNotification(title, {
    ...(body === null ? {} : { body }),
    tag,
    data: { path },
    icon: '/icons/icon-192.png',
    // Alert again when a newer notification replaces an older one.
    ...{ renotify: true },
  });
}

/** Returns the open windows of this site, the most recently used one first. */
function openWindows(): Promise<readonly WindowClient[]> {
  return worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** Opens a page in the most recently used window, or in a new one if there is none. */
async function open(path: string): Promise<void> {
  const [window] = await openWindows();
  if (!window) {
    await worker.clients.openWindow(path);
    return;
  }
  // Browsers allow this only after a click.
  await window.focus().catch(() => undefined);
  if (await opensItself(window, path)) return;
  // The window's page does not run the product's code, or not yet.
  await window.navigate(path).catch(() => worker.clients.openWindow(path));
}

/** Lets a window's page go to `path` without a reload. Resolves to false if it is silent for 1 s. */
function opensItself(window: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    setTimeout(resolve, 1000, false);
    window.postMessage({ type: 'open-page', path }, [port2]);
  });
}

interface SubscriptionChange extends Event {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

/** Sends the server the browser's new subscription, if notifications are on for this device. */
async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const settings = await fetch('/trpc/push.settings');
  // The user is signed out or has not turned on notifications.
  if (!settings.ok || (await settings.json()).result.data.device === null) return;
  const applicationServerKey =
    oldSubscription?.options.applicationServerKey ??
    (await (await fetch('/trpc/push.publicKey')).json()).result.data.publicKey;
  const subscription =
    newSubscription ??
    (await worker.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey,
    }));
  await fetch('/trpc/push.subscribe', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription),
  });
}
