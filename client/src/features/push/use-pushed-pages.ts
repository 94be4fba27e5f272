import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { isLocalPath } from '@marketplace/shared/auth/next-path';

/** Opens the page of a tapped notification when the service worker sends it to this window. */
export function usePushedPages(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Undefined over plain http to another machine, and in some private windows.
    const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
    const onMessage = ({ data, ports }: MessageEvent) => {
      const { type, path } = (data ?? {}) as { type?: unknown; path?: unknown };
      if (type !== 'open-page' || typeof path !== 'string' || !isLocalPath(path)) return;
      ports[0]?.postMessage('opened');
      void navigate(path);
    };
    workers?.addEventListener('message', onMessage);
    return () => workers?.removeEventListener('message', onMessage);
  }, [navigate]);
}
