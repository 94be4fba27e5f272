import { setTimeout as pause } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { until } from '../faults/until.ts';
import type { Bench } from './bench.ts';
import { compare, type Figure, median, quantile, type Measurements } from './measure.ts';
import { createConversations, createPeople, type SignedIn } from './people.ts';
import { call } from './posting.ts';
import { startMarketplace } from './processes.ts';
import { closeAll, openAll, subscribe } from './sockets.ts';

const changeEveryMs = 200;
const first = '"version"';

/**
 * Compares many visitors who view one listing with a single one, while its price changes five times
 * a second. Measures the time from the response to the change until each visitor has that price or
 * a later one. Throws if a visitor does not receive the last price.
 */
export async function watchingBenchmark({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const database = await databases.empty();
  const [seller, buyer] = (await createPeople(database, 2)) as [SignedIn, SignedIn];
  await createConversations(database, [{ buyer, seller }]);
  const { rows } = await database.pool.query<{ id: string }>('select id from listings');
  const id = rows[0]?.id ?? '';

  const ours = await startMarketplace(database.url, directory);
  const visitor = { id: '', cookie: '' };
  const follow = { path: 'listings.live', input: { ids: [id] }, first };
  let price = 0;
  const change = async () => {
    price += 1;
    const json = { id, title: 'Oak table', price };
    await call(`${ours.url}/trpc/listings.update`, 'POST', { json, cookie: seller.cookie });
    return { price, at: performance.now() };
  };
  const measure = (watchers: number) => async (): Promise<Measurements> => {
    const people = Array.from({ length: watchers }, () => visitor);
    const sockets = await openAll(people, () => subscribe(ours.url, visitor, follow));
    const seen = sockets.map(watchPrice);
    const changes: Awaited<ReturnType<typeof change>>[] = [];
    for (let ms = 0; ms < scale.reportMs; ms += changeEveryMs) {
      const [made] = await Promise.all([change(), pause(changeEveryMs)]);
      changes.push(made);
    }
    await until(() => {
      const behind = seen.filter((prices) => (prices.at(-1)?.price ?? 0) < price).length;
      return behind > 0 ? `${behind} of ${watchers} do not know the last price.` : null;
    }, 10_000);
    await closeAll(sockets);
    const waits = seen.flatMap((prices) =>
      changes.map((made) => {
        const at = prices.find((shown) => shown.price >= made.price)?.at ?? Infinity;
        return Math.max(0, at - made.at);
      }),
    );
    return { 'p50 ms': median(waits), 'p95 ms': quantile(waits, 0.95) };
  };
  const figures = await compare(scale.rounds, measure(1), [
    {
      work: `a new price until ${scale.watchers} visitors have it, against one`,
      targets: { 'p50 ms': { atMost: 2 } },
      limits: { 'p95 ms': { atMost: 1_000 } },
      measure: measure(scale.watchers),
    },
  ]);
  await ours.stop();
  return figures;
}

/** Records the prices that a socket receives, with their times by `performance.now()`. */
function watchPrice(socket: WebSocket): { price: number; at: number }[] {
  const prices: { price: number; at: number }[] = [];
  socket.on('message', (data: Buffer) => {
    const [, price] = /"price":"([\d.]+)"/.exec(data.toString()) ?? [];
    if (price) prices.push({ price: Number(price), at: performance.now() });
  });
  return prices;
}
