import { requestsPerSecond } from '@marketplace/server/test/raw-http';
import type { Bench } from './bench.ts';
import { compare, type Contender, type Figure } from './measure.ts';
import { startFloor, startMarketplace } from './processes.ts';
import {
  areas,
  asVisitor,
  differentLists,
  floorPath,
  inTurn,
  type ListRequest,
  bypassingCache,
  popularLists,
  restPath,
  trpcPath,
} from './requests.ts';

const unit = 'requests/s';

/**
 * Measures lists by category, town and order: thousands of different ones, and lists with the
 * frequencies of real visits.
 */
export async function listBenchmark({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const database = await databases.withListings(scale.listings);
  const floor = await startFloor('lists', database.url);
  const ours = await startMarketplace(database.url, directory);
  await compareAnswers(floor.url, ours.url);
  const rate = (url: string, lists: ListRequest[], request: (list: ListRequest) => string) => {
    const requests = inTurn(lists, request);
    // The cache stores responses for a second, so a shorter load would not show its effect.
    const milliseconds = scale.loadMs * (lists === popularLists ? 4 : 1);
    return async () => ({ [unit]: await requestsPerSecond(url, requests, { milliseconds }) });
  };
  const contender = (work: string, least: number, measure: Contender['measure']): Contender => ({
    ...{ work, measure },
    targets: { [unit]: { atLeast: least } },
  });
  const bare = (list: ListRequest) => asVisitor(floorPath(list));
  const figures = [
    ...(await compare(scale.rounds, rate(floor.url, differentLists, bare), [
      contender(
        'different lists, nothing cached, REST',
        1.5,
        rate(ours.url, differentLists, (list) => bypassingCache(restPath(list))),
      ),
      contender(
        'different lists, nothing cached, tRPC',
        1.1,
        rate(ours.url, differentLists, (list) => bypassingCache(trpcPath('list', list))),
      ),
    ])),
    ...(await compare(scale.rounds, rate(floor.url, popularLists, bare), [
      contender(
        'lists as visitors ask, at most 1 s old, REST',
        6,
        rate(ours.url, popularLists, (list) => asVisitor(restPath(list))),
      ),
    ])),
  ];
  await Promise.all([floor.stop(), ours.stop()]);
  return figures;
}

/** Throws if the baseline returns other listings, or if the sizes differ by more than 10 %. */
async function compareAnswers(floorUrl: string, oursUrl: string): Promise<void> {
  const all = [differentLists, popularLists, ...Object.values(areas)];
  for (const list of all.flatMap((lists) => lists.slice(0, 20))) {
    const bare = await (await fetch(`${floorUrl}${floorPath(list)}`)).text();
    const ours = await (await fetch(`${oursUrl}${restPath(list)}`)).text();
    const ids = (text: string) => text.match(/(?<=\{"id":")[\w-]+(?=","sellerId)/g)?.join();
    const ratio = ours.length / bare.length;
    if (ids(bare) !== ids(ours)) throw new Error(`${floorPath(list)} has other listings.`);
    if (ratio < 0.9 || ratio > 1.1) throw new Error(`${floorPath(list)}: ${ratio} of the bytes.`);
  }
}
