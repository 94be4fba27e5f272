import type { Bench } from './bench.ts';
import { asker } from '@marketplace/server/test/raw-http';
import { compare, type Figure, quantile, time } from './measure.ts';
import { startMarketplace } from './processes.ts';
import { passingCache } from './visitors.ts';

const lists = {
  browse: '',
  'filter by category and place': '&category=furniture&location=Troy',
  'filter by price, cheapest first': '&minPrice=20&maxPrice=60&sort=price-asc',
  'search for a common word': '&search=chair&sort=relevance',
  'search for a rare word': '&search=sextant&sort=relevance',
};

/** Lists of many listings against the same lists of few. */
export async function scaleWork({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const few = await databases.withListings(scale.few);
  const many = await databases.withListings(scale.many);
  const small = await startMarketplace(few.url, directory);
  const large = await startMarketplace(many.url, directory);
  const figures: Figure[] = [];
  for (const [name, query] of Object.entries(lists)) {
    const request = passingCache(`/api/listings?limit=24${query}`);
    const [one, other] = [asker(small.url, request), asker(large.url, request)];
    const p99 = async (ask: () => Promise<void>) => ({
      'p99 ms': quantile(await time(scale.calls, ask), 0.99),
    });
    const found = await compare(scale.rounds, () => p99(one.ask), [
      {
        work: `${name}, ${scale.many} listings against ${scale.few}`,
        targets: { 'p99 ms': { atMost: 1.5 } },
        take: () => p99(other.ask),
      },
    ]);
    figures.push(...found);
    one.close();
    other.close();
  }
  await Promise.all([small.stop(), large.stop()]);
  return figures;
}
