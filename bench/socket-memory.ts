import type { WebSocket } from 'ws';
import type { Bench } from './bench.ts';
import { compare, type Figure, type Measurements } from './measure.ts';
import { createConversations, createPeople, type SignedIn } from './people.ts';
import { type Measured, startFloor, startMarketplace } from './processes.ts';
import { closeAll, connectBare, openAll, subscribe } from './sockets.ts';

/** The number of listings on a page of a list. */
const shownListings = 24;

/** Measures the resident memory of an idle subscribed socket. Each turn uses a new process. */
export async function socketMemoryBenchmark({
  databases,
  directory,
  scale,
}: Bench): Promise<Figure[]> {
  const database = await databases.empty();
  const people = await createPeople(database, scale.sockets);
  const [buyer, seller] = people as [SignedIn, SignedIn];
  const pairs = Array.from({ length: shownListings }, () => ({ buyer, seller }));
  await createConversations(database, pairs);
  const { rows } = await database.pool.query<{ id: string }>('select id from listings');
  const follow = {
    path: 'listings.live',
    input: { ids: rows.map(({ id }) => id) },
    first: '"version"',
  };
  return compare(
    scale.rounds,
    async () =>
      memoryOfEach(await startFloor('messages', database.url), people, (url, { id }) =>
        connectBare(url, id),
      ),
    [
      {
        work: `an idle subscribed WebSocket, ${scale.sockets} of them`,
        targets: { KB: { atMost: 3 } },
        limits: { KB: { atMost: 25 } },
        measure: async () =>
          memoryOfEach(await startMarketplace(database.url, directory), people, subscribe),
      },
      {
        work: `an idle WebSocket of a visitor to ${shownListings} listings, ${scale.sockets} of them`,
        targets: { KB: { atMost: 3 } },
        limits: { KB: { atMost: 25 } },
        measure: async () =>
          memoryOfEach(await startMarketplace(database.url, directory), people, (url, { id }) =>
            subscribe(url, { id, cookie: '' }, follow),
          ),
      },
    ],
  );
}

/**
 * Returns the memory that each of the last four fifths of the sockets adds. The first fifth makes
 * the process allocate its fixed memory, and stays open, so that the others cannot reuse the memory
 * of closed sockets.
 */
async function memoryOfEach(
  server: Measured,
  people: SignedIn[],
  open: (url: string, person: SignedIn) => Promise<WebSocket>,
): Promise<Measurements> {
  const openOf = (some: SignedIn[]) => openAll(some, (person) => open(server.url, person));
  const first = await openOf(people.slice(0, people.length / 5));
  const before = await server.memory();
  const others = await openOf(people.slice(first.length));
  const after = await server.memory();
  await closeAll([...first, ...others]);
  await server.stop();
  return { KB: (after - before) / others.length / 1024 };
}
