import { encodeCursor } from '@marketplace/server/platform/cursor';
import type { Bench } from './bench.ts';
import { compare, type Figure, median } from './measure.ts';
import { startMarketplace } from './processes.ts';
import { bypassingCache, timesOf } from './requests.ts';

const pageSize = 24;

/** Compares a page far down the list of all listings, by its cursor, with page 1. */
export async function deepPageBenchmark({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const { url, db } = await databases.withListings(scale.listings);
  const last = await db
    .selectFrom('listings')
    .select(['id', 'createdAt as at'])
    .where('deletedAt', 'is', null)
    .where('visible', '=', true)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .offset((scale.deepPage - 1) * pageSize - 1)
    .limit(1)
    .executeTakeFirstOrThrow();
  const ours = await startMarketplace(url, directory);
  const path = `/api/listings?limit=${pageSize}`;
  const p50 = (asked: string) => async () => ({
    'p50 ms': median(await timesOf(ours.url, bypassingCache(asked), scale.calls)),
  });
  const figures = await compare(scale.rounds, p50(path), [
    {
      work: `page ${scale.deepPage} by cursor against page 1`,
      targets: { 'p50 ms': { atMost: 1.2 } },
      measure: p50(`${path}&cursor=${encodeCursor(last)}`),
    },
  ]);
  await ours.stop();
  return figures;
}
