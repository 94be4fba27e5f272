import { errorCode, refusalOf } from './errors.ts';

/** The wait before the next try to connect, in ms: doubling with jitter, at most 30 s. */
export function reconnectDelay(attempt: number, random: () => number = Math.random): number {
  if (attempt === 0) return 0;
  const ceiling = Math.min(30_000, 500 * 2 ** Math.min(attempt, 10));
  return ceiling / 2 + random() * (ceiling / 2);
}

/** Waits for `ms`, or until `signal` is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}

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
  /** The server has accepted the subscription, for the first time or again. */
  onStarted?: () => void;
  onDown?: () => void;
  /** The server refuses this session; there is no further try. */
  onDenied?: () => void;
}

/**
 * Stays subscribed until the returned function is called. The client library resumes a broken socket;
 * a subscription that the server ended restarts after a growing delay, and one that went offline when
 * the browser is back online.
 */
export function keepSubscribed<Data>(options: Options<Data>): () => void {
  const { subscribe, onData, onLive, onStarted, onDown, onDenied } = options;
  let subscription: { unsubscribe(): void } | null = null;
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
    subscription = subscribe({
      onData(data) {
        failures = 0;
        if (!isLive) {
          isLive = true;
          onLive?.();
        }
        onData(data);
      },
      onConnectionStateChange({ state }) {
        // An open socket says little: a server without its database opens and ends them.
        if (state === 'connecting') down();
        if (state === 'pending') onStarted?.();
      },
      onError(error) {
        if (errorCode(error) === 'UNAUTHORIZED') onDenied?.();
        else startLater((refusalOf(error)?.retryAfter ?? 0) * 1000);
      },
      // Also called when we stop it ourselves.
      onComplete() {
        if (subscription) startLater();
      },
    });
  };
  const end = () => {
    clearTimeout(timer);
    const ended = subscription;
    subscription = null;
    ended?.unsubscribe();
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
