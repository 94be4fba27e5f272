import type { ListQuery } from '@marketplace/server/features/listings/browse';
import type { Bench } from './bench.ts';
import type { Database } from './databases.ts';
import { asker } from '@marketplace/server/test/raw-http';
import { compare, type Figure, quantile, time } from './measure.ts';
import { startMarketplace } from './processes.ts';
import { statementsOf } from './statements.ts';
import { passingCache } from './visitors.ts';

/** Words of the synthetic listings: in very many titles, in few, and in none. */
const words = { common: 'chair', rare: 'sextant', misspelt: 'bicylce' };

/** A search over REST against the same statements sent by pg alone. */
export async function searchWork({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const database = await databases.withListings(scale.listings);
  const ours = await startMarketplace(database.url, directory);
  const figures: Figure[] = [];
  for (const [kind, search] of Object.entries(words)) {
    const { ask, close } = asker(
      ours.url,
      passingCache(`/api/listings?limit=24&sort=relevance&search=${search}`),
    );
    const floor = await statementsInTurn(database, { search });
    const p99 = async (call: () => Promise<unknown>) => ({
      'p99 ms': quantile(await time(scale.calls, call), 0.99),
    });
    const found = await compare(scale.rounds, () => p99(floor.run), [
      {
        work: `search for a ${kind} word`,
        targets: { 'p99 ms': { atMost: 1.3 } },
        take: () => p99(ask),
      },
    ]);
    figures.push(...found);
    floor.close();
    close();
  }
  await ours.stop();
  return figures;
}

/** All statements of a list, one after the other on one connection, within a transaction as there. */
async function statementsInTurn(database: Database, query: Partial<ListQuery>) {
  const statements = await statementsOf(database, query);
  const client = await database.pool.connect();
  return {
    async run() {
      await client.query('begin');
      for (const { text, values } of statements) await client.query(text, [...values]);
      await client.query('commit');
    },
    close: () => client.release(),
  };
}
