import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Bench } from './bench.ts';
import { type Connection, openConnection, requestOf } from '@marketplace/server/test/raw-http';
import { compare, type Figure, median, quantile, type Taken } from './measure.ts';
import { createConversations, createPeople, type SignedIn } from './people.ts';
import { startFloor, startMarketplace } from './processes.ts';
import { closeAll, connectBare, openAll, subscribe } from './sockets.ts';

/** One conversation: sends a text, which the other side's socket will have. */
interface Line {
  /** Resolves once it is taken; the other side may have it before that. */
  send(content: string): Promise<void>;
  /** Calls back whenever the other side gets something. */
  onArrival(arrived: (content: string) => void): void;
}

/** Messages from their sending until the other side's socket has them, in many conversations at once. */
export async function sendingWork({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const database = await databases.empty();
  const people = await createPeople(database, 2 * scale.conversations);
  const pairs = Array.from({ length: scale.conversations }, (_, n) => ({
    buyer: people[2 * n] as SignedIn,
    seller: people[2 * n + 1] as SignedIn,
  }));
  const conversations = await createConversations(database, pairs);
  const floor = await startFloor('messages', database.url);
  const ours = await startMarketplace(database.url, directory);

  const heard = await openAll(pairs, ({ seller }) => subscribe(ours.url, seller));
  const connections = pairs.map(() => openConnection(ours.url));
  const ourLines = pairs.map(({ buyer }, n): Line => {
    const headers = { cookie: buyer.cookie };
    return {
      send(content) {
        const body = { conversationId: conversations[n], clientId: randomUUID(), content };
        const request = requestOf('/trpc/messaging.send', headers, body);
        return deliver(connections[n], request);
      },
      onArrival: (arrived) => onContent(heard[n] as WebSocket, arrived),
    };
  });
  const senders = await openAll(pairs, ({ buyer }) => connectBare(floor.url, buyer.id));
  const receivers = await openAll(pairs, ({ seller }) => connectBare(floor.url, seller.id));
  const bareLines = pairs.map(({ seller }, n): Line => ({
    async send(content) {
      senders[n]?.send(JSON.stringify({ id: randomUUID(), to: `/${seller.id}`, content }));
    },
    onArrival: (arrived) => onContent(receivers[n] as WebSocket, arrived),
  }));
  const figures = await compare(scale.rounds, () => exchange(bareLines, scale), [
    {
      work: `a message until it has arrived, ${scale.conversations} conversations`,
      targets: {
        'p50 ms': { atMost: 2.5 },
        'p99 ms': { atMost: 2.5 },
        'messages/s': { atLeast: 0.5 },
      },
      take: () => exchange(ourLines, scale),
    },
  ]);
  for (const { close } of connections) close();
  await closeAll([...heard, ...senders, ...receivers]);
  await Promise.all([floor.stop(), ours.stop()]);
  return figures;
}

/** Sends until it is taken, as the page does: a busy server may refuse. */
async function deliver(connection: Connection | undefined, request: string): Promise<void> {
  const status = await connection?.ask(request);
  if (status === 503) return deliver(connection, request);
  if (status !== 200) throw new Error(`A message was answered with ${status}.`);
}

/** All conversations send at once, some times over; then each sends again as soon as it is heard. */
async function exchange(
  lines: Line[],
  { waves, loadMs }: { waves: number; loadMs: number },
): Promise<Taken> {
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

/** Milliseconds until the other side has it. The next one is sent when this one was taken, too. */
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

/** Calls back with the content of each message that comes; the newest caller alone. */
function onContent(socket: WebSocket, arrived: (content: string) => void): void {
  const hear = (data: Buffer) => {
    const content = /"content":"([^"]*)"/.exec(data.toString())?.[1];
    if (content !== undefined) arrived(content);
  };
  socket.off('message', hearing.get(socket) ?? hear);
  hearing.set(socket, hear);
  socket.on('message', hear);
}
