import type { PushContent } from '@marketplace/shared/push/schemas';

/*
 * Shows push notifications and opens their pages. Shows nothing while a page of the marketplace is
 * in front, since that page updates itself.
 */

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** How long a window may take to confirm that it opens a page, in ms. */
const answerMs = 1000;

export function handlePushes(): void {
  worker.addEventListener('push', (event) => {
    // This server sends no push without content.
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

/**
 * Lets the page in a window go to `path` without a reload. Resolves to false if it does not answer.
 */
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
