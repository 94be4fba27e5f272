import { errorCode, refusalOf } from './errors.ts';

/** Returns the delay before a connection attempt, in ms: doubling, with jitter, at most 30 s. */
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
  /** Called before the first event, and before the first one after each interruption. */
  onLive?: () => void;
  /** Called whenever the server has accepted the subscription, including after a reconnect. */
  onStarted?: () => void;
  onDown?: () => void;
  /** Called if the server rejects this session. There is no further attempt. */
  onDenied?: () => void;
}

/**
 * Stays subscribed until the returned function is called. The client library resumes a broken
 * socket. A subscription that the server ended restarts after a growing delay. One that went
 * offline restarts when the browser is back online.
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
        // An open socket does not mean the feed is live: a server without its database accepts
        // sockets and then ends the subscriptions.
        if (state === 'connecting') down();
        if (state === 'pending') onStarted?.();
      },
      onError(error) {
        if (errorCode(error) === 'UNAUTHORIZED') onDenied?.();
        else startLater((refusalOf(error)?.retryAfter ?? 0) * 1000);
      },
      // Called for our own unsubscribe too; `subscription` is null then.
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
