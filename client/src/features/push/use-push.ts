import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SubscribeInput } from '@marketplace/shared/push/schemas';
import { trpc } from '../../api/trpc.ts';
import { pushSupport, subscribeDevice, unsubscribeDevice } from './device.ts';

/**
 * Returns the user's notification settings for this device, and mutations to turn them on or off.
 */
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
    const asked = navigator.permissions.query({ name: 'notifications' });
    asked.then(setStatus, () => setStatus('unknown'));
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
