import type { Requests } from '@marketplace/server/test/raw-http';
import type { Bench } from './bench.ts';
import { compare, type Figure, quantile } from './measure.ts';
import { startFloor, startMarketplace } from './processes.ts';
import {
  asVisitor,
  floorPath,
  inTurn,
  passingCache,
  restPath,
  searches,
  timesOf,
} from './requests.ts';

/** Searches one after the other, against plain full-text search. */
export async function searchWork({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const database = await databases.withListings(scale.listings);
  const floor = await startFloor('lists', database.url);
  const ours = await startMarketplace(database.url, directory);
  const figures: Figure[] = [];
  for (const [kind, lists] of Object.entries(searches)) {
    const p99 = (url: string, requests: Requests) => async () => ({
      'p99 ms': quantile(await timesOf(url, requests, scale.calls), 0.99),
    });
    const bare = inTurn(lists, (list) => asVisitor(floorPath(list)));
    const requests = inTurn(lists, (list) => passingCache(restPath(list)));
    const work = `search for a ${kind} word`;
    const targets = { 'p99 ms': { atMost: 1.2 } };
    const contender = { work, targets, take: p99(ours.url, requests) };
    figures.push(...(await compare(scale.rounds, p99(floor.url, bare), [contender])));
  }
  await Promise.all([floor.stop(), ours.stop()]);
  return figures;
}
