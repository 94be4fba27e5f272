import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { SignedIn } from './people.ts';

const subscription = (path: string, input?: object) =>
  JSON.stringify({ id: path, jsonrpc: '2.0', method: 'subscription', params: { path, input } });

interface Followed {
  path: string;
  input?: object;
  first: string;
}

/** Opens a socket that follows the feed, or `path`. Resolves at an event containing `first`. */
export async function subscribe(
  url: string,
  { cookie }: SignedIn,
  { path, input, first }: Followed = { path: 'messaging.events', first: '"unread"' },
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc`, { headers: { cookie } });
  await once(socket, 'open');
  const { promise: following, resolve } = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    // The server closes a socket that does not answer a ping.
    if (data.toString('latin1', 0, 5) === 'PING') socket.send('PONG');
    else if (data.includes(first)) resolve();
  });
  socket.send(subscription(path, input));
  await following;
  return socket;
}

/** Opens the socket of a messages page, which also follows presence and delivered marks. */
export async function openMessages(url: string, person: SignedIn): Promise<WebSocket> {
  const socket = await subscribe(url, person);
  socket.send(subscription('messaging.presence'));
  return socket;
}

/** Opens a socket to the bare server under a name. */
export async function connectBare(url: string, name: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/${name}`);
  await once(socket, 'open');
  return socket;
}

/** Opens a socket for each item, some at a time. */
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

/** Closes all sockets. Throws if one was closed before. */
export async function closeAll(sockets: WebSocket[]): Promise<void> {
  const gone = sockets.filter(({ readyState, OPEN }) => readyState !== OPEN).length;
  if (gone > 0) throw new Error(`${gone} of ${sockets.length} sockets were closed.`);
  await Promise.all(
    sockets.map((socket) => {
      socket.terminate();
      return once(socket, 'close');
    }),
  );
}
