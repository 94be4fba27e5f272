import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { estimateRows, fewRows } from './estimate.ts';
import type { Hit, ListPosition } from './listing-cursor.ts';
import type { Candidates } from './listing-filter.ts';
import { readListings } from './listings.view.ts';
import { matches, type Search, windowSize } from './search.ts';

/** How many hits are ranked at a time where there are many: the newest, then the next newest. */
const blockSize = 1_000;

/** Description, category and place, nothing, title: what one word counts in each. */
const weights = '{0.01, 0.1, 0.4, 1}';

/**
 * Hits made between two moments, which are ranked among themselves; null is no end. It stays the
 * same while one pages through it, whatever is published meanwhile.
 */
interface Block {
  before: Date | null;
  from: Date | null;
}

interface Wanted {
  after: ListPosition | undefined;
  limit: number;
}

/** How many keys a position in this order has: the rank, and the ends of the block. */
export const relevanceKeyCount = 3;

/**
 * The listings that match, most relevant first: title over category over description, a whole
 * word over a beginning, among equals the newest. Where many do, the newest of them are ranked,
 * then the next newest, so that a common word costs no more than that.
 */
export async function findRelevant(db: Db, search: Search, wanted: Wanted): Promise<Hit[]> {
  let { after } = wanted;
  const hits: Hit[] = [];
  let block = after ? blockOf(after) : await findBlock(db, search, null);
  while (block) {
    const limit = wanted.limit - hits.length;
    hits.push(...(await rankBlock(db, search, { block, after, limit })));
    if (hits.length === wanted.limit || !block.from) break;
    block = await findBlock(db, search, block.from);
    after = undefined;
  }
  return hits;
}

async function rankBlock(
  db: Db,
  { candidates, query, whole }: Search,
  { block, after, limit }: Wanted & { block: Block },
): Promise<Hit[]> {
  const rank = sql<number>`(ts_rank(${weights}, search, ${query}::tsquery)
    + ts_rank(${weights}, search, ${whole}::tsquery))`;
  const inBlock = between(candidates, block).where(matches(query));
  let ranked = db
    // Materialized, or the planner may walk through all listings by age.
    .with(
      (cte) => cte('ranked').materialized(),
      () => inBlock.select(['id', 'createdAt', rank.as('key')]),
    )
    .selectFrom('ranked')
    .select(['id', 'key'])
    .orderBy('key', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after) {
    const { at, id, keys } = after;
    ranked = ranked.where(sql<boolean>`(key, created_at, id) < (${keys[0]}::real, ${at}, ${id})`);
  }
  const ends = [block.before, block.from].map((end) => (end ? String(end.getTime()) : ''));
  const hits = await readListings(db, ranked);
  return hits.map(({ listing, keys }) => ({ listing, keys: [...keys, ...ends] }));
}

/** The newest block of hits before a moment; all of them where they are few, null where none is. */
async function findBlock(db: Db, search: Search, before: Date | null): Promise<Block | null> {
  const candidates = between(search.candidates, { before, from: null });
  const hits = candidates.where(matches(search.query));
  if ((await estimateRows(hits)) <= fewRows) return { before, from: null };
  const window = candidates
    .select(['createdAt', 'search'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(windowSize);
  const inWindow = db
    .selectFrom(window.as('newest'))
    .where(matches(search.query))
    .select('createdAt')
    .orderBy('createdAt', 'desc')
    .limit(blockSize);
  const among = db
    .selectFrom(inWindow.as('hits'))
    .select((eb) => eb.fn.min('createdAt').as('from'));
  const near = await among.executeTakeFirst();
  if (near?.from) return { before, from: near.from };
  const all = db
    .with(
      (cte) => cte('hits').materialized(),
      () => hits.select('createdAt'),
    )
    .selectFrom('hits')
    .select('createdAt')
    .orderBy('createdAt', 'desc')
    .limit(blockSize);
  const far = await db
    .selectFrom(all.as('hits'))
    .select((eb) => eb.fn.min('createdAt').as('from'))
    .executeTakeFirst();
  return far?.from ? { before, from: far.from } : null;
}

function between(candidates: Candidates, { before, from }: Block): Candidates {
  let query = candidates;
  if (before) query = query.where('createdAt', '<', before);
  if (from) query = query.where('createdAt', '>=', from);
  return query;
}

function blockOf({ keys: [, before, from] }: ListPosition): Block {
  return { before: moment(before), from: moment(from) };
}

function moment(key: string | undefined): Date | null {
  return key && /^\d+$/.test(key) ? new Date(Number(key)) : null;
}
