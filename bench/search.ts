import { refreshSearchPhrases } from '@marketplace/server/features/listings/search/suggestions';
import type { Requests } from '@marketplace/server/test/raw-http';
import type { Bench } from './bench.ts';
import { compare, type Figure, quantile } from './measure.ts';
import { startFloor, startMarketplace } from './processes.ts';
import {
  areas,
  asVisitor,
  typedPrefixes,
  floorPath,
  inTurn,
  type ListRequest,
  bypassingCache,
  queryPath,
  restPath,
  searches,
  timesOf,
} from './requests.ts';

/** Requests to the baseline, and the same requests to the marketplace. */
interface Paths {
  bare: string[];
  ours: string[];
}

const listPaths = (lists: ListRequest[]): Paths => ({
  bare: lists.map(floorPath),
  ours: lists.map(restPath),
});

const works: Record<string, Paths> = {
  ...Object.fromEntries(searches.map(([kind, lists]) => [`search for ${kind}`, listPaths(lists)])),
  ...Object.fromEntries(
    Object.entries(areas).map(([kind, lists]) => [`a list ${kind}`, listPaths(lists)]),
  ),
  'suggestions while typing': {
    bare: typedPrefixes.map((query) => `/suggest?${new URLSearchParams({ query })}`),
    ours: typedPrefixes.map((query) => queryPath('suggest', { query })),
  },
};

/**
 * Measures searches, lists by area and suggestions, one after the other. The baseline has plain
 * full-text search, a list by the names of towns, and phrases by prefix.
 */
export async function searchBenchmark({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const database = await databases.withListings(scale.listings);
  await refreshSearchPhrases(database.db);
  const floor = await startFloor('lists', database.url);
  const ours = await startMarketplace(database.url, directory);
  const figures: Figure[] = [];
  for (const [work, paths] of Object.entries(works)) {
    const p99 = (url: string, requests: Requests) => async () => ({
      'p99 ms': quantile(await timesOf(url, requests, scale.calls), 0.99),
    });
    const bare = inTurn(paths.bare, asVisitor);
    const requests = inTurn(paths.ours, bypassingCache);
    const targets = { 'p99 ms': { atMost: 1.2 } };
    const contender = { work, targets, measure: p99(ours.url, requests) };
    figures.push(...(await compare(scale.rounds, p99(floor.url, bare), [contender])));
  }
  await Promise.all([floor.stop(), ours.stop()]);
  return figures;
}
