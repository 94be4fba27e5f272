import type { PushContent } from '@marketplace/shared/push/schemas';

/*
 * Shows what the server pushes, and leads to it. While a page of the marketplace is in front nothing is
 * shown: that page is live.
 */

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** How long a window may take to say that it has opened a page itself, in ms. */
const answerMs = 1000;

export function handlePushes(): void {
  worker.addEventListener('push', (event) => {
    // Every push of this server has content.
    if (event.data) event.waitUntil(show(event.data.json() as PushContent));
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open((event.notification.data as { path: string }).path));
  });
  worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
}

async function show({ title, body, path, tag }: PushContent): Promise<void> {
  const windows = await openWindows();
  if (windows.some(({ focused, visibilityState }) => focused && visibilityState === 'visible')) {
    return;
  }
  await worker.registration.showNotification(title, {
    ...(body === null ? {} : { body }),
    tag,
    data: { path },
    icon: '/icons/icon-192.png',
    // A newer one in the place of an older one is news all the same.
    ...{ renotify: true },
  });
}

/** The open windows of this site, the one last used first. */
function openWindows(): Promise<readonly WindowClient[]> {
  return worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** Opens a page in the window that is there; in a new one where there is none. */
async function open(path: string): Promise<void> {
  const [window] = await openWindows();
  if (!window) {
    await worker.clients.openWindow(path);
    return;
  }
  // Browsers allow this only after a click of a person.
  await window.focus().catch(() => undefined);
  if (await opensItself(window, path)) return;
  // A page that is not part of the product, or not yet alive.
  await window.navigate(path).catch(() => worker.clients.openWindow(path));
}

/** Asks the page in a window to go to `path` without a reload. */
function opensItself(window: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    setTimeout(resolve, answerMs, false);
    window.postMessage({ type: 'open-page', path }, [port2]);
  });
}

interface SubscriptionChange extends Event {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

/** The browser has replaced its subscription: if notifications are on, the new one goes to the server. */
async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const settings = await fetch('/trpc/push.settings');
  // Signed out, or never turned on by who is signed in now.
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
