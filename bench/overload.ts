import type { Bench } from './bench.ts';
import {
  asker,
  requestOf,
  type Requests,
  requestsPerSecond,
} from '@marketplace/server/test/raw-http';
import { type Figure, judge, median, quantile, time } from './measure.ts';
import { type Answered, offer } from '@marketplace/server/test/offered-load';
import { createPeople } from './people.ts';
import { type Measured, startMarketplace } from './processes.ts';
import { inTurn, bypassingCache, restPath, searches } from './requests.ts';

/** The load, as a multiple of what the server can handle. */
const times = 10;
/** The limit in ms for answering accepted requests, and for recovering after the load. */
const limitMs = 2_000;

/**
 * Measures a server under ten times the load that it can handle: with a search, where the database
 * does the work, and with a page for a signed-in user, which the server renders each time. Has no
 * rounds, because it lasts long enough.
 */
export async function overloadBenchmark(bench: Bench): Promise<Figure[]> {
  const database = await bench.databases.withListings(bench.scale.listings);
  const [person] = await createPeople(database, 1);
  const kinds: Record<string, Requests> = {
    search: inTurn(searches[0]?.[1] ?? [], (list) => bypassingCache(restPath(list))),
    page: requestOf('/listings', { cookie: person?.cookie ?? '' }),
  };
  const figures: Figure[] = [];
  for (const [name, requests] of Object.entries(kinds)) {
    const server = await startMarketplace(database.url, bench.directory);
    figures.push(...(await overload(name, requests, { server, bench })));
    await server.stop();
  }
  return figures;
}

async function overload(
  name: string,
  requests: Requests,
  { server, bench }: { server: Measured; bench: Bench },
): Promise<Figure[]> {
  const { overloadMs } = bench.scale;
  const atEase = { connections: 16, milliseconds: overloadMs / 4, mayRefuse: true };
  // Runs twice, because a new server is slow, and ten times that rate would be no overload.
  await requestsPerSecond(server.url, requests, atEase);
  const perSecond = await requestsPerSecond(server.url, requests, atEase);
  const { ask, close } = asker(server.url, requests);
  // The server may refuse requests for a moment after the load above.
  const served = async (): Promise<void> => ask().catch(served);
  const calm = median(await time(20, served));
  close();
  const memoryBefore = await server.memory();

  const memory = [memoryBefore];
  const look = setInterval(() => void server.memoryNow().then((rss) => memory.push(rss)), 500);
  const load = { perSecond: times * perSecond, milliseconds: overloadMs };
  const answers = await offer(server.url, requests, load);
  clearInterval(look);
  const end = answers.reduce((latest, { sent }) => Math.max(latest, sent), 0);
  const recovered = await timeUntilCalm(server.url, requests, { calm, end });

  const taken = ofStatus(answers, [200]);
  const refused = ofStatus(answers, [429, 503]);
  const inOrder = taken.length + refused.length;
  bench.log(
    `${name}: ${Math.round(perSecond)}/s at ease; of ${answers.length} ${taken.length} answered, ` +
      `${refused.length} refused`,
  );
  const figure = (what: string, values: Pick<Figure, 'unit' | 'floor' | 'ours' | 'target'>) =>
    judge({
      ...values,
      ...{ work: `${times} times too much, ${name}: ${what}`, rounds: 1 },
      ...(values.floor !== undefined && { ratio: values.ours / values.floor }),
    });
  return [
    figure('answered, against at ease', {
      ...{ unit: 'requests/s', floor: perSecond, ours: (taken.length * 1_000) / overloadMs },
      target: { atLeast: 0.7 },
    }),
    figure('answered', {
      ...{ unit: 'p99 ms', ours: quantile(taken, 0.99) },
      target: { atMost: limitMs },
    }),
    figure('refused, against answered', {
      ...{ unit: 'p50 ms', floor: median(taken), ours: median(refused) },
      target: { atMost: 0.5 },
    }),
    figure('neither answered nor refused', {
      ...{ unit: 'requests', ours: answers.length - inOrder },
      target: { atMost: 0 },
    }),
    figure('most memory, against before', {
      ...{ unit: 'MB', floor: memoryBefore / 2 ** 20, ours: Math.max(...memory) / 2 ** 20 },
      target: { atMost: 3 },
    }),
    figure('well again', {
      ...{ unit: 'ms', ours: recovered },
      target: { atMost: limitMs },
    }),
  ];
}

const ofStatus = (answers: Answered[], statuses: number[]) =>
  answers.filter(({ status }) => statuses.includes(status)).map(({ ms }) => ms);

/** Returns the ms after the load until a response takes at most twice as long as before. */
async function timeUntilCalm(
  url: string,
  requests: Requests,
  { calm, end }: { calm: number; end: number },
): Promise<number> {
  for (;;) {
    const { ask, close } = asker(url, requests);
    const [took = Infinity] = await time(1, ask).catch(() => []);
    close();
    const passed = performance.now() - end;
    if (took < 2 * calm || passed > 10 * limitMs) return passed;
  }
}
