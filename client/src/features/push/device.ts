/** Support for notifications. `install` means only once the site is on the home screen. */
export type PushSupport = 'yes' | 'install' | 'no';

export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return 'yes';
  }
  // iPads identify as Macs, but Macs have no touch screen.
  const isApple = /iPhone|iPad/.test(navigator.userAgent);
  const isTablet = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isApple || isTablet ? 'install' : 'no';
}

/**
 * Subscribes this device at the browser's push service. `applicationServerKey` is the server's
 * public key. Throws if there is no push service or it cannot be reached.
 */
export async function subscribeDevice(applicationServerKey: string): Promise<PushSubscription> {
  // Every page registers the worker once it is loaded. Registering it twice does no harm.
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // An earlier subscription for another key would make the new one fail.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

export async function unsubscribeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
