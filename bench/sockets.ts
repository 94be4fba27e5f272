import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { SignedIn } from './people.ts';

const subscription = JSON.stringify({
  ...{ id: 1, jsonrpc: '2.0', method: 'subscription' },
  params: { path: 'messaging.events' },
});

/** A socket that follows somebody's feed; resolves with the first event. */
export async function subscribe(url: string, { cookie }: SignedIn): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc`, { headers: { cookie } });
  await once(socket, 'open');
  const { promise: following, resolve } = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    if (data.includes('"unread"')) resolve();
  });
  socket.send(subscription);
  await following;
  socket.removeAllListeners('message');
  return socket;
}

/** A socket to the bare server, under a name. */
export async function connectBare(url: string, name: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/${name}`);
  await once(socket, 'open');
  return socket;
}

/** Opens as many as there are of `items`, some at a time. */
export async function openAll<Item>(
  items: Item[],
  open: (item: Item) => Promise<WebSocket>,
): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    sockets.push(...(await Promise.all(items.slice(at, at + atOnce).map(open))));
  }
  return sockets;
}

const atOnce = 20;

/** Ends them and resolves when they are gone. */
export async function closeAll(sockets: WebSocket[]): Promise<void> {
  await Promise.all(
    sockets.map((socket) => {
      socket.terminate();
      return socket.readyState === socket.CLOSED ? undefined : once(socket, 'close');
    }),
  );
}
