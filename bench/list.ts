import { asVisitor, passingCache } from './visitors.ts';
import { compare, type Contender, type Figure } from './measure.ts';
import { requestsPerSecond } from '@marketplace/server/test/raw-http';
import { startFloor, startMarketplace } from './processes.ts';
import { statementsOf } from './statements.ts';
import type { Bench } from './bench.ts';

const unit = 'requests/s';

/** The first page of all listings, uncached and as visitors share it, over REST and over tRPC. */
export async function listWork({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const database = await databases.withListings(scale.listings);
  const [statement] = await statementsOf(database, { sort: 'newest' });
  if (!statement) throw new Error('The list runs no statement.');
  const floor = await startFloor(database.url, statement);
  const ours = await startMarketplace(database.url, directory);
  const rate = async (url: string, request: string) => ({
    [unit]: await requestsPerSecond(url, request, { milliseconds: scale.loadMs }),
  });
  const contender = (work: string, request: string, least: number): Contender => ({
    work,
    targets: { [unit]: { atLeast: least } },
    take: () => rate(ours.url, request),
  });
  const rest = '/api/listings?limit=24';
  const procedure = `/trpc/listings.list?input=${encodeURIComponent('{"limit":24}')}`;
  const figures = await compare(scale.rounds, () => rate(floor.url, asVisitor('/list')), [
    contender('GET /api/listings, nothing cached', passingCache(rest), 1),
    contender('GET /api/listings, shared by visitors', asVisitor(rest), 4),
    contender('tRPC listings.list, nothing cached', passingCache(procedure), 0.75),
  ]);
  await Promise.all([floor.stop(), ours.stop()]);
  return figures;
}
