/** Whether this browser can show notifications: `install` once the site is on the home screen. */
export type PushSupport = 'yes' | 'install' | 'no';

export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return 'yes';
  }
  // iPads say that they are Macs, which have no touch screen.
  const isApple = /iPhone|iPad/.test(navigator.userAgent);
  const isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isApple || isTablet ? 'install' : 'no';
}

/**
 * Subscribes at the browser's push service for the server with this key, once the user allows it. Throws
 * where the service cannot be reached, or there is none.
 */
export async function subscribeDevice(applicationServerKey: string): Promise<PushSubscription> {
  // As every page does once it is whole; the browser keeps to one registration.
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // One for another key, of an earlier time, would be in the way.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

export async function unsubscribeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
