import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Bench } from './bench.ts';
import { type Connection, openConnection, requestOf } from '@marketplace/server/test/raw-http';
import { compare, type Figure, median, quantile, type Measurements } from './measure.ts';
import { createConversations, createPeople, type SignedIn } from './people.ts';
import { startFloor, startMarketplace } from './processes.ts';
import { closeAll, connectBare, openAll, openMessages, subscribe } from './sockets.ts';

/** One conversation: a sender, and the socket of the other side. */
interface Line {
  /** Sends a text, and resolves when the server has accepted it. It may arrive before that. */
  send(content: string): Promise<void>;
  /** Calls `arrived` whenever the other side receives a message. */
  onArrival(arrived: (content: string) => void): void;
}

/** Measures messages until the other side's socket has them, in many conversations at once. */
export async function sendingBenchmark({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const database = await databases.empty();
  const pairs = pairsOf(await createPeople(database, 2 * scale.conversations));
  const conversations = await createConversations(database, pairs);
  const floor = await startFloor('messages', database.url);
  const ours = await startMarketplace(database.url, directory);

  const heard = await openAll(pairs, ({ seller }) => subscribe(ours.url, seller));
  const writing = await openAll(pairs, ({ buyer }) => subscribe(ours.url, buyer));
  const connections = pairs.map(() => openConnection(ours.url));
  const linesBy = (send: (pair: number, text: string) => Promise<void>) =>
    pairs.map((_, n): Line => ({
      send: (text) => send(n, text),
      onArrival: (arrived) => onContent(heard[n] as WebSocket, arrived),
    }));
  const bySocket = linesBy((n, text) => sendOver(writing[n] as WebSocket, conversations[n], text));
  const byHttp = linesBy((n, text) =>
    deliver(connections[n], messageRequest(pairs[n]?.buyer, conversations[n], text)),
  );
  const senders = await openAll(pairs, ({ buyer }) => connectBare(floor.url, buyer.id));
  const receivers = await openAll(pairs, ({ seller }) => connectBare(floor.url, seller.id));
  const bareLines = pairs.map(({ seller }, n): Line => ({
    async send(content) {
      senders[n]?.send(JSON.stringify({ id: randomUUID(), to: `/${seller.id}`, content }));
    },
    onArrival: (arrived) => onContent(receivers[n] as WebSocket, arrived),
  }));
  const targets = {
    'p50 ms': { atMost: 2.5 },
    'p99 ms': { atMost: 2.5 },
    'messages/s': { atLeast: 0.5 },
  };
  const work = `a message until it has arrived, ${scale.conversations} conversations`;
  const figures = await compare(scale.rounds, () => exchange(bareLines, scale), [
    { work, targets, measure: () => exchange(bySocket, scale) },
    { work: `${work}, over HTTP`, targets, measure: () => exchange(byHttp, scale) },
  ]);
  for (const { close } of connections) close();
  await closeAll([...heard, ...writing, ...senders, ...receivers]);
  await Promise.all([floor.stop(), ours.stop()]);
  return figures;
}

/**
 * Compares messages between people with an open messages page while many more sockets are idle,
 * with messages between the same people alone.
 */
export async function crowdBenchmark({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const database = await databases.empty();
  const idle = await createPeople(database, scale.idleSockets);
  const people = await createPeople(database, scale.conversations);
  const pairs = pairsOf(people);
  const conversations = await createConversations(database, pairs);
  const ours = await startMarketplace(database.url, directory);
  const sockets = await openAll(people, (person) => openMessages(ours.url, person));
  const lines = people.map((_, n): Line => ({
    send: (text) => sendOver(sockets[n] as WebSocket, conversations[n >> 1], text),
    onArrival: (arrived) => onContent(sockets[n ^ 1] as WebSocket, arrived),
  }));
  const figures = await compare(scale.rounds, () => exchange(lines, scale), [
    {
      work: `${people.length} people write while ${idle.length} more sockets are open, against none`,
      targets: {
        'p50 ms': { atMost: 1.2 },
        'p99 ms': { atMost: 1.2 },
        'messages/s': { atLeast: 0.8 },
      },
      async measure() {
        const silent = await openAll(idle, (person) => subscribe(ours.url, person));
        const taken = await exchange(lines, scale);
        await closeAll(silent);
        return taken;
      },
    },
  ]);
  await closeAll(sockets);
  await ours.stop();
  return figures;
}

/** Pairs each person at an even index with the next one. */
export function pairsOf(people: SignedIn[]): { buyer: SignedIn; seller: SignedIn }[] {
  return Array.from({ length: people.length / 2 }, (_, n) => ({
    buyer: people[2 * n] as SignedIn,
    seller: people[2 * n + 1] as SignedIn,
  }));
}

/** Returns the request that sends a message. */
export function messageRequest(
  person: SignedIn | undefined,
  conversationId: string | undefined,
  content: string,
): string {
  const body = { conversationId, clientId: randomUUID(), content };
  return requestOf('/trpc/messaging.send', { cookie: person?.cookie ?? '' }, body);
}

/** Sends over the socket of an open page. Retries while a busy server refuses. */
async function sendOver(
  socket: WebSocket,
  conversationId: string | undefined,
  content: string,
): Promise<void> {
  const id = randomUUID();
  const input = { conversationId, clientId: id, content };
  const params = { path: 'messaging.send', input };
  const taken = Promise.withResolvers<string>();
  const hear = (data: Buffer) => {
    const text = data.toString();
    if (text.startsWith(`{"id":"${id}"`)) taken.resolve(text);
  };
  socket.on('message', hear);
  socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'mutation', params }));
  const answer = await taken.promise;
  socket.off('message', hear);
  if (answer.includes('"httpStatus":503')) return sendOver(socket, conversationId, content);
  if (answer.includes('"error"')) throw new Error(`A message was answered with ${answer}.`);
}

/** Sends over HTTP. Retries while a busy server refuses. */
async function deliver(connection: Connection | undefined, request: string): Promise<void> {
  const status = await connection?.ask(request);
  if (status === 503) return deliver(connection, request);
  if (status !== 200) throw new Error(`A message was answered with ${status}.`);
}

/**
 * Lets all conversations send at the same time, `waves` times. Then lets each send again as soon as
 * its message has arrived, for `loadMs`.
 */
async function exchange(
  lines: Line[],
  { waves, loadMs }: { waves: number; loadMs: number },
): Promise<Measurements> {
  const took: number[] = [];
  for (let wave = 0; wave < waves; wave++) {
    took.push(...(await Promise.all(lines.map((line) => sendOnce(line)))));
  }
  const start = performance.now();
  let count = 0;
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() - start < loadMs) {
        await sendOnce(line);
        count++;
      }
    }),
  );
  return {
    'p50 ms': median(took),
    'p99 ms': quantile(took, 0.99),
    'messages/s': (count * 1_000) / (performance.now() - start),
  };
}

/**
 * Sends a message, and returns the milliseconds until the other side has it. Resolves when the
 * server has accepted it, too.
 */
async function sendOnce(line: Line): Promise<number> {
  const content = randomUUID();
  const start = performance.now();
  const arrived = new Promise<number>((resolve) => {
    line.onArrival((other) => {
      if (other === content) resolve(performance.now() - start);
    });
  });
  await line.send(content);
  return arrived;
}

const hearing = new WeakMap<WebSocket, (data: Buffer) => void>();

/** Calls `arrived` with each message's content. Replaces the callback of an earlier call. */
export function onContent(socket: WebSocket, arrived: (content: string) => void): void {
  const hear = (data: Buffer) => {
    const content = /"content":"([^"]*)"/.exec(data.toString())?.[1];
    if (content !== undefined) arrived(content);
  };
  socket.off('message', hearing.get(socket) ?? hear);
  hearing.set(socket, hear);
  socket.on('message', hear);
}
