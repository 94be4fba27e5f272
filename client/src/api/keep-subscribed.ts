import { errorCode, refusalOf } from './errors.ts';
import { reconnectDelay } from './subscription-link.ts';

interface Handlers<Data> {
  onData(data: Data): void;
  onConnectionStateChange(change: { state: string }): void;
  onError(error: unknown): void;
  onComplete(): void;
}

interface Options<Data> {
  subscribe: (handlers: Handlers<Data>) => { unsubscribe(): void };
  onData: (data: Data) => void;
  /** Before the first event, and before the first one after each break. */
  onLive?: () => void;
  /** The server has taken the subscription, for the first time or again. */
  onStarted?: () => void;
  onDown?: () => void;
  /** The server does not know this session, or does not let it; there is no further try. */
  onDenied?: () => void;
}

/**
 * Stays subscribed until the returned function is called. A broken socket is resumed by the client
 * library; a subscription that the server ended is begun again after a growing wait, and one that the
 * browser knows to be cut off is left and begun again when it is back online.
 */
export function keepSubscribed<Data>(options: Options<Data>): () => void {
  const { subscribe, onData, onLive, onStarted, onDown, onDenied } = options;
  let stop: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isLive = false;

  const down = () => {
    isLive = false;
    onDown?.();
  };
  const startLater = (soonest = 0) => {
    down();
    clearTimeout(timer);
    failures += 1;
    timer = setTimeout(start, soonest + reconnectDelay(failures));
  };
  const start = () => {
    end();
    const subscription = subscribe({
      onData(data) {
        failures = 0;
        if (!isLive) {
          isLive = true;
          onLive?.();
        }
        onData(data);
      },
      onConnectionStateChange({ state }) {
        // A socket that opens says little: a server without its database opens and ends them.
        if (state === 'connecting') down();
        if (state === 'pending') onStarted?.();
      },
      onError(error) {
        if (errorCode(error) === 'UNAUTHORIZED') onDenied?.();
        else startLater((refusalOf(error)?.retryAfter ?? 0) * 1000);
      },
      // Also called when we stop it ourselves.
      onComplete() {
        if (stop) startLater();
      },
    });
    stop = () => subscription.unsubscribe();
  };
  const end = () => {
    clearTimeout(timer);
    const stopNow = stop;
    stop = null;
    stopNow?.();
  };
  const leave = () => {
    end();
    down();
  };

  window.addEventListener('offline', leave);
  window.addEventListener('online', start);
  start();
  return () => {
    window.removeEventListener('offline', leave);
    window.removeEventListener('online', start);
    end();
  };
}
