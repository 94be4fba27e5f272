import {
  createTRPCClient,
  createWSClient,
  httpBatchLink,
  splitLink,
  type TRPCClient,
  type TRPCClientError,
  wsLink,
} from '@trpc/client';
import { WebSocket } from 'ws';
import { maxCallsInBatch } from '@marketplace/shared/paths';
import type { FeedEvent } from '@marketplace/shared/messaging/views';
import type { AppRouter } from '../router.ts';
import type { SignedIn, TestServer } from './server.ts';

export interface TestClient {
  api: TRPCClient<AppRouter>;
  socket(): WebSocket | null;
  opened(): number;
  closeCodes: number[];
  close(): Promise<void>;
}

/**
 * Connects to a server like a page of the client: calls go over HTTP, subscriptions over one
 * WebSocket that reconnects until the last server is closed. With several servers, each new socket
 * uses the next.
 */
export function connectClient(
  servers: (Pick<TestServer, 'url'> & Partial<Pick<TestServer, 'onClose'>>)[],
  user: Pick<SignedIn, 'cookie'>,
  retryDelayMs: (attempt: number) => number = () => 20,
): TestClient {
  const closeCodes: number[] = [];
  let opened = 0;
  const urlOf = (n: number) => servers[n % servers.length]?.url ?? '';

  class CookieSocket extends WebSocket {
    constructor(address: string | URL) {
      super(address, { headers: { cookie: user.cookie } });
    }
  }
  const socketClient = createWSClient({
    url: () => `${urlOf(opened++).replace('http', 'ws')}/trpc`,
    WebSocket: CookieSocket as unknown as typeof globalThis.WebSocket,
    retryDelayMs,
    onClose: (cause) => void closeCodes.push(cause?.code ?? 0),
  });
  let left = servers.length;
  for (const server of servers) {
    server.onClose?.(async () => {
      left -= 1;
      if (left === 0) await socketClient.close();
    });
  }
  let calls = 0;
  const api = createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: wsLink<AppRouter>({ client: socketClient }),
        false: httpBatchLink<AppRouter>({
          url: `${urlOf(0)}/trpc`,
          maxItems: maxCallsInBatch,
          headers: { cookie: user.cookie },
          fetch: (input, init) => {
            const address = new URL(input as string);
            const server = new URL(urlOf(calls++));
            address.port = server.port;
            return fetch(address, init as RequestInit);
          },
        }),
      }),
    ],
  });
  return {
    api,
    socket: () => (socketClient.connection?.ws as WebSocket | undefined) ?? null,
    opened: () => opened,
    closeCodes,
    close: () => socketClient.close(),
  };
}

export interface EventLog {
  events: { id: number; event: FeedEvent }[];
  errors: string[];
  stop(): void;
}

/** Subscribes to the events of the client's user, from `lastEventId` if given. */
export function recordEvents(client: TestClient, lastEventId?: string): EventLog {
  const events: EventLog['events'] = [];
  const errors: string[] = [];
  const subscription = client.api.messaging.events.subscribe(
    lastEventId === undefined ? undefined : { lastEventId },
    {
      onData: ({ id, data }) => void events.push({ id: Number(id), event: data }),
      onError: (error: TRPCClientError<AppRouter>) => void errors.push(error.message),
    },
  );
  return { events, errors, stop: () => subscription.unsubscribe() };
}
