import type { WebSocket } from 'ws';
import type { Bench } from './bench.ts';
import { compare, type Figure, type Taken } from './measure.ts';
import { createPeople } from './people.ts';
import { type Measured, startFloor, startMarketplace } from './processes.ts';
import { closeAll, connectBare, openAll, subscribe } from './sockets.ts';

/** Resident memory of a subscribed socket that has nothing to do. Each turn is a new process. */
export async function socketMemoryWork({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const database = await databases.empty();
  const people = await createPeople(database, scale.sockets);
  return compare(
    scale.rounds,
    async () =>
      memoryOfEach(await startFloor('messages', database.url), (url) =>
        openAll(people, ({ id }) => connectBare(url, id)),
      ),
    [
      {
        work: `an idle subscribed WebSocket, ${scale.sockets} of them`,
        targets: { KB: { atMost: 3 } },
        take: async () =>
          memoryOfEach(await startMarketplace(database.url, directory), (url) =>
            openAll(people, (person) => subscribe(url, person)),
          ),
      },
    ],
  );
}

/** Before it is measured the process has held as many once, so that what it keeps for good is there. */
async function memoryOfEach(
  server: Measured,
  open: (url: string) => Promise<WebSocket[]>,
): Promise<Taken> {
  await closeAll(await open(server.url));
  const before = await server.memory();
  const sockets = await open(server.url);
  const after = await server.memory();
  await closeAll(sockets);
  await server.stop();
  return { KB: (after - before) / sockets.length / 1024 };
}
