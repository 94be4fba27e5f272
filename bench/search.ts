import { asker } from '@marketplace/server/test/raw-http';
import type { Bench } from './bench.ts';
import { compare, type Figure, quantile, time } from './measure.ts';
import { startFloor, startMarketplace } from './processes.ts';
import { asVisitor, floorPath, inTurn, passingCache, restPath, searches } from './requests.ts';

/** Searches one after the other, against plain full-text search. */
export async function searchWork({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const database = await databases.withListings(scale.listings);
  const floor = await startFloor('lists', database.url);
  const ours = await startMarketplace(database.url, directory);
  const figures: Figure[] = [];
  for (const [kind, lists] of Object.entries(searches)) {
    const bare = asker(
      floor.url,
      inTurn(lists, (list) => asVisitor(floorPath(list))),
    );
    const { ask, close } = asker(
      ours.url,
      inTurn(lists, (list) => passingCache(restPath(list))),
    );
    const p99 = (call: () => Promise<void>) => async () => ({
      'p99 ms': quantile(await time(scale.calls, call), 0.99),
    });
    const work = `search for a ${kind} word`;
    const targets = { 'p99 ms': { atMost: 1.2 } };
    const contender = { work, targets, take: p99(ask) };
    figures.push(...(await compare(scale.rounds, p99(bare.ask), [contender])));
    bare.close();
    close();
  }
  await Promise.all([floor.stop(), ours.stop()]);
  return figures;
}
