import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { ListingView } from '@marketplace/shared/listings/views';
import type { newMatchesInput, newMatchView } from '@marketplace/shared/searches/schemas';
import type { AppContext } from '../../app-context.ts';
import { createCollector } from '../../realtime/collector.ts';
import { createGroups } from '../../realtime/groups.ts';
import { subscribe, type Subscriber } from '../../realtime/subscribe.ts';
import { isHiddenFrom, matchesStandingSearch } from '../listings/search/listings.search.ts';
import { readListings } from '../listings/listings.view.ts';
import { columnsOf, searchRow } from './standing-search.ts';

type MatchContext = Pick<AppContext, 'db' | 'hub' | 'log' | 'coalesce'>;

/** How long changed listings are collected, in ms, so that many share one statement. */
const collectMs = 1_000;
/** How many listings are compared with how many searches in one statement. */
const listingsAtOnce = 200;
const searchesAtOnce = 200;
/** A page gets at most this many new listings at once, the newest ones. */
const maxWaiting = 50;
/** How many listing ids a page remembers, so that none is announced twice. */
const maxKnown = 1_000;

/** `hiddenFor` is the user whose hidden listings are left out, unless the filter names a seller. */
type NewMatches = output<typeof newMatchesInput> & { hiddenFor: string | undefined };

/**
 * Yields a `newMatchView` for each listing that matches the filter and was created after `since`,
 * by default now, as they are published. The filter keeps its present meaning. `since` is at most a
 * day ago. Throws BAD_REQUEST for an invalid filter, and the errors of `subscribe`.
 */
export async function followNewMatches(
  ctx: MatchContext,
  { filter, since: asked, hiddenFor, ...subscriber }: NewMatches & Subscriber,
): Promise<AsyncGenerator<output<typeof newMatchView>, void>> {
  const columns = await ctx.coalesce(`searches.columns ${JSON.stringify(filter)}`, () =>
    columnsOf(ctx.db, filter),
  );
  const since = await readSince(ctx.db, asked);
  const matches = matchesOf.get(ctx.hub) ?? createMatches(ctx);
  matchesOf.set(ctx.hub, matches);
  return subscribe(ctx, subscriber, (wake) => {
    const known = new LRUCache<string, true>({ max: maxKnown });
    let waiting: ListingView[] = [];
    const add = (listing: ListingView) => {
      if (known.has(listing.id) || new Date(listing.createdAt) <= since) return;
      known.set(listing.id, true);
      waiting = [...waiting, listing].slice(-maxWaiting);
      wake();
    };
    // Pages with the same search share one key, because a search means the same for all of them.
    const search = columns && searchRow(columns);
    const unfollow = search ? matches.follow(search, add) : () => {};
    let isStarted = search === null;
    return {
      async next() {
        if (!isStarted && search) {
          const earlier = await findSince(ctx.db, search, since);
          isStarted = true;
          earlier.forEach(add);
        }
        const found = waiting.splice(0);
        const hidden = await findHidden(ctx.db, filter.sellerId ? undefined : hiddenFor, found);
        return found.filter(({ id }) => !hidden.has(id)).map((listing) => ({ listing }));
      },
      close: unfollow,
    };
  });
}

/** The state by hub. A process has one hub. */
const matchesOf = new WeakMap<object, ReturnType<typeof createMatches>>();

/** Groups the open pages by search, so that a new listing is compared once with each search. */
function createMatches({ db, hub, log }: MatchContext) {
  const followers = createGroups<(listing: ListingView) => void>();
  let stop = () => {};
  const changed = createCollector<string>({
    delayMs: collectMs,
    perBatch: listingsAtOnce,
    keyOf: (id) => id,
    async flush(ids) {
      const searches = followers.keys();
      for (let at = 0; at < searches.length; at += searchesAtOnce) {
        const some = searches.slice(at, at + searchesAtOnce);
        for (const { search, listing } of await matchListings(db, some, ids)) {
          for (const add of followers.of(search)) add(listing);
        }
      }
    },
    onError: (error) => log.warn({ err: error }, 'New listings could not be compared.'),
  });
  return {
    follow(search: string, add: (listing: ListingView) => void) {
      if (followers.keys().length === 0) {
        stop = hub.listings.onChanged((ids) => ids.forEach(changed.add));
      }
      const unfollow = followers.add(search, add);
      return () => {
        unfollow();
        if (followers.keys().length === 0) stop();
      };
    },
  };
}

/** Returns the listings that match each search, oldest first. */
export async function matchListings(db: Db, searches: string[], ids: string[]) {
  const { rows } = await sql<{ id: string; number: string }>`
    select listings.id, s.ordinality as number
    from listings, jsonb_populate_recordset(null::standing_searches, ${`[${searches.join()}]`}::jsonb)
      with ordinality as s
    where listings.id = any(${ids}::uuid[]) and ${matchesStandingSearch()}
    order by listings.created_at, listings.id`.execute(db);
  const listings = await readById(db, rows);
  return rows.flatMap(({ id, number }) => {
    const search = searches[Number(number) - 1];
    const listing = listings.get(id);
    return search && listing ? [{ search, listing }] : [];
  });
}

/** Returns the ids of those listings that the user, if any, hid. */
async function findHidden(db: Db, userId: string | undefined, listings: ListingView[]) {
  if (userId === undefined || listings.length === 0) return new Set<string>();
  const hidden = db.selectFrom('listings').select('id').where(isHiddenFrom(userId));
  const ids = listings.map(({ id }) => id);
  const rows = await hidden.where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
  return new Set(rows.map(({ id }) => id));
}

async function findSince(db: Db, search: string, since: Date): Promise<ListingView[]> {
  const { rows } = await sql<{ id: string }>`
    select listings.id
    from listings, jsonb_populate_record(null::standing_searches, ${search}::jsonb) as s
    where listings.created_at > ${since} and ${matchesStandingSearch()}
    order by listings.created_at desc, listings.id desc
    limit ${sql.lit(maxWaiting)}`.execute(db);
  const listings = await readById(db, rows);
  return rows.toReversed().flatMap(({ id }) => listings.get(id) ?? []);
}

/** Returns the listings with these ids by id. */
export async function readById(db: Db, rows: { id: string }[]): Promise<Map<string, ListingView>> {
  const found = [...new Set(rows.map(({ id }) => id))].map((id) => ({ id, key: 0 }));
  const hits = await readListings(db, found);
  return new Map(hits.map(({ listing }) => [listing.id, listing]));
}

async function readSince(db: Db, asked: string | undefined): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    select greatest(coalesce(${asked ?? null}::timestamptz, now()), now() - interval '1 day')
      as since`.execute(db);
  return rows[0]?.since ?? new Date();
}
