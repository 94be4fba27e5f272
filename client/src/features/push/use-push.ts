import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SubscribeInput } from '@marketplace/shared/push/schemas';
import { trpc } from '../../api/trpc.ts';

/** Returns the notification settings for this device, and mutations to turn them on or off. */
export function usePush() {
  const [support] = useState(pushSupport);
  const utils = trpc.useUtils();
  const settings = trpc.push.settings.useQuery(undefined, { enabled: support === 'yes' });
  const after = { onSettled: () => utils.push.settings.invalidate() };
  const turnOn = useMutation({
    async mutationFn() {
      // Must come first: browsers show the prompt only right after a tap.
      const permission = await Notification.requestPermission();
      if (permission !== 'granted') return permission;
      const { publicKey } = await utils.client.push.publicKey.query();
      const subscription = await subscribeDevice(publicKey);
      const { endpoint, keys } = subscription.toJSON();
      // The server validates this input.
      await utils.client.push.subscribe.mutate({ endpoint, keys } as SubscribeInput);
      return permission;
    },
    ...after,
  });
  const turnOff = useMutation({
    async mutationFn() {
      await utils.client.push.unsubscribe.mutate();
      await unsubscribeDevice();
    },
    ...after,
  });
  const isDenied = useIsDenied() || turnOn.data === 'denied';
  const device = isDenied ? null : settings.data?.device;
  return { support, isDenied, settings, device, turnOn, turnOff };
}

/** Returns true while the browser blocks notifications from this site. Follows changes. */
function useIsDenied(): boolean {
  const [status, setStatus] = useState<PermissionStatus | 'unknown'>();
  useEffect(() => {
    const query = navigator.permissions.query({ name: 'notifications' });
    query.then(setStatus, () => setStatus('unknown'));
  }, []);
  return useSyncExternalStore(
    (onChange) => {
      if (typeof status !== 'object') return () => undefined;
      status.addEventListener('change', onChange);
      return () => status.removeEventListener('change', onChange);
    },
    () => {
      if (typeof status === 'object') return status.state === 'denied';
      return (
        status === 'unknown' && 'Notification' in window && Notification.permission === 'denied'
      );
    },
    () => false,
  );
}

/** Returns whether this browser supports notifications. `install`: only from the home screen. */
function pushSupport(): 'yes' | 'install' | 'no' {
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
async function subscribeDevice(applicationServerKey: string): Promise<PushSubscription> {
  // Every page registers the worker once it is loaded. Registering it twice does no harm.
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // An earlier subscription for another key would make the new one fail.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

async function unsubscribeDevice(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
