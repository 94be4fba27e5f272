import type { Bench } from './bench.ts';
import { compare, type Figure } from './measure.ts';
import { createPeople } from './people.ts';
import { startFloor, startMarketplace } from './processes.ts';
import { asVisitor, floorPath, inTurn, listPage, popularLists, timesOf, zipf } from './requests.ts';
import { type Requests, requestOf, requestsPerSecond } from '@marketplace/server/test/raw-http';

const unit = 'pages/s';

/**
 * Compares rendered pages, requested with the frequencies of real visits, with JSON for the same
 * data from the baseline.
 */
export async function renderingBenchmark({
  databases,
  directory,
  scale,
}: Bench): Promise<Figure[]> {
  const database = await databases.withListings(scale.listings);
  const [person] = await createPeople(database, 1);
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from listings where visible order by created_at desc limit 1000',
  );
  const floor = await startFloor('lists', database.url);
  const ours = await startMarketplace(database.url, directory);
  const askedListings = zipf(rows);
  const signedIn = (path: string) => requestOf(path, { cookie: person?.cookie ?? '' });
  const kinds = [
    {
      kind: 'a list',
      json: inTurn(popularLists, (list) => asVisitor(floorPath(list))),
      page: inTurn(popularLists, (list) => asVisitor(listPage(list))),
      all: [...new Set(popularLists.map(listPage))],
      ownPage: inTurn(popularLists, (list) => signedIn(listPage(list))),
    },
    {
      kind: 'a listing',
      json: inTurn(askedListings, ({ id }) => asVisitor(`/listing/${id}`)),
      page: inTurn(askedListings, ({ id }) => asVisitor(`/listings/${id}`)),
      all: rows.map(({ id }) => `/listings/${id}`),
      ownPage: inTurn(askedListings, ({ id }) => signedIn(`/listings/${id}`)),
    },
  ];
  const rate = (url: string, requests: Requests) => async () => ({
    // Uses few connections, because the server refuses pages that would have to queue.
    [unit]: await requestsPerSecond(url, requests, { connections: 8, milliseconds: scale.loadMs }),
  });
  const figures: Figure[] = [];
  for (const { kind, json, page, all, ownPage } of kinds) {
    await askForEach(ours.url, all);
    figures.push(
      ...(await compare(scale.rounds, rate(floor.url, json), [
        {
          work: `the page of ${kind}, as visitors ask`,
          targets: { [unit]: { atLeast: 0.5 } },
          measure: rate(ours.url, page),
        },
        {
          work: `the page of ${kind}, for somebody signed in`,
          targets: { [unit]: { atLeast: 0.1 } },
          measure: rate(ours.url, ownPage),
        },
      ])),
    );
  }
  await Promise.all([floor.stop(), ours.stop()]);
  return figures;
}

/**
 * Requests every page once. The cache stores pages for a minute, so on a busy site all of them are
 * rendered. The round that warms up is too short for that.
 */
async function askForEach(url: string, paths: string[]): Promise<void> {
  const requests = inTurn(paths, asVisitor);
  await Promise.all(Array.from({ length: 8 }, () => timesOf(url, requests, paths.length / 8)));
}
