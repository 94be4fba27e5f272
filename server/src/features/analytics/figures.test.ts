import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '@marketplace/db/database';
import { metricNames, type Metric } from '@marketplace/shared/analytics/metrics';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { insertListing } from '../listings/listings.fixtures.ts';
import { addSignIn } from '../standing/standing.fixtures.ts';
import { computeFigures } from './compute-figures.ts';
import { readPublicFigures } from './public-figures.ts';
import { readAnalytics } from './read-figures.ts';

let database: TestDatabase;
let db: Db;
let seller: string;
let buyer: string;

/** The clocks go back on November 1, 2026: midnight is at 4:00 UTC before and 5:00 UTC after. */
const begin = '2026-10-31T12:00:00Z';
const now = Date.parse('2026-11-03T06:00:00Z');
const at = (time: string) => new Date(time);

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate users, listings, daily_figures, graphile_worker._private_jobs cascade`.execute(
    db,
  );
  seller = (await createTestUser(db, { createdAt: at(begin) })).id;
  buyer = (await createTestUser(db, { createdAt: at(begin) })).id;
});

const list = (createdAt: string, values = {}) =>
  insertListing(db, seller, { category: 'books', createdAt: at(createdAt), ...values });

/** Opens a conversation with messages by the buyer (b) and the seller (s). */
async function talk(listingId: string, messages: ['b' | 's', string][]): Promise<string> {
  const pair = { buyerId: buyer, sellerId: seller, lastSeq: messages.length };
  const { id: conversationId } = await db
    .insertInto('conversations')
    .values({ listingId, listingTitle: '', ...pair })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = messages.map(([by, time], index) => ({
    ...{ conversationId, seq: index + 1, content: 'Hi', clientId: randomUUID() },
    ...{ senderId: by === 'b' ? buyer : seller, createdAt: at(time) },
  }));
  if (rows.length > 0) await db.insertInto('messages').values(rows).execute();
  return conversationId;
}

async function totals(metric: Metric): Promise<Record<string, number>> {
  const { rows } = await sql<{ day: string; value: number }>`
    select to_char(day, 'MM-DD') as day, value from daily_figures
    where metric = ${metric} and county is null order by day`.execute(db);
  return Object.fromEntries(rows.map(({ day, value }) => [day, value]));
}

const all = () => sql`select * from daily_figures order by 1, 2, 3, 4`.execute(db);

describe('the figures of a day', () => {
  it('are those of the region, also of a day of 25 hours', async () => {
    for (const time of ['11-01T03:59:59Z', '11-01T04:00:00Z', '11-02T04:59:59Z', '11-02T05:00:00Z'])
      await list(`2026-${time}`);
    await computeFigures(db, now);
    expect(await totals('newListings')).toEqual({ '10-31': 1, '11-01': 2, '11-02': 1 });
    expect(await totals('activeListings')).toEqual({ '10-31': 1, '11-01': 3, '11-02': 4 });
    expect(await totals('newPeople')).toEqual({ '10-31': 2, '11-01': 0, '11-02': 0 });
  });

  it('divide listings by county and category, and count deleted ones but not renewals', async () => {
    await list(begin, { deletedAt: at('2026-11-01T12:00:00Z') });
    await list(begin, { category: '', county: null });
    await list(begin, { renewedAt: at(begin) });
    await list(begin, { isActive: false, flaggedAt: at('2026-11-02T12:00:00Z') });
    await list(begin, { endedAt: at('2026-11-02T12:00:00Z') });
    await computeFigures(db, now);
    expect(await totals('newListings')).toEqual({ '10-31': 4, '11-01': 0, '11-02': 0 });
    expect(await totals('activeListings')).toEqual({ '10-31': 5, '11-01': 4, '11-02': 2 });
    const divided = await db
      .selectFrom('dailyFigures')
      .select(['county', 'category', 'value'])
      .where('metric', '=', 'newListings')
      .where('county', 'is not', null)
      .orderBy('county')
      .execute();
    expect(divided).toEqual([
      { county: '', category: '', value: 1 },
      { county: 'Rensselaer', category: 'books', value: 3 },
    ]);
  });

  it('count conversations by their first message, and the first answer to it', async () => {
    const empty = await list(begin);
    await talk(empty, []);
    await talk(await list(begin), [
      ['b', '2026-11-01T03:50:00Z'],
      ['b', '2026-11-01T03:55:00Z'],
      ['s', '2026-11-01T04:20:00Z'],
      ['s', '2026-11-02T12:00:00Z'],
    ]);
    await talk(await list(begin), [
      ['b', '2026-11-01T05:00:00Z'],
      ['s', '2026-11-01T05:10:00Z'],
    ]);
    const third = await createTestUser(db, { createdAt: at(begin) });
    const signedIn = { createdAt: at('2026-11-02T12:00:00Z') };
    await addSignIn(db, third, signedIn);
    await addSignIn(db, { id: buyer }, { ...signedIn, outcome: 'refused' });
    await computeFigures(db, now);
    expect(await totals('conversations')).toEqual({ '10-31': 1, '11-01': 1, '11-02': 0 });
    expect(await totals('answers')).toEqual({ '10-31': 0, '11-01': 2, '11-02': 0 });
    expect(await totals('replyMinutes')).toEqual({ '10-31': 0, '11-01': 20, '11-02': 0 });
    expect(await totals('activePeople')).toEqual({ '10-31': 1, '11-01': 2, '11-02': 2 });
  });

  it('count deals, reports and decisions when they happened', async () => {
    const time = at('2026-11-01T12:00:00Z');
    const listingId = await list(begin);
    const conversationId = await talk(listingId, []);
    const about = { listingId, conversationId, createdAt: time };
    await db
      .insertInto('offers')
      .values({ ...about, madeBy: buyer, amount: '5' })
      .execute();
    await db
      .insertInto('reservations')
      .values({ ...about, until: at('2027-01-01') })
      .execute();
    const sale = { listingId, conversationId, verified: true, soldAt: time };
    const unverified = { listingId: await list(begin), soldAt: time };
    const sales = [{ ...sale, undoneAt: time }, sale, unverified];
    await db.insertInto('sales').values(sales).execute();
    const target = { targetType: 'listing', targetId: listingId } as const;
    const decided = { status: 'decided', decision: 'flag', createdAt: time };
    const { id: caseId } = await db
      .insertInto('moderationCases')
      .values({ ...target, ...decided, decidedAt: at('2026-11-02T12:30:00Z') })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('reports')
      .values({ ...target, caseId, reason: 'spam', createdAt: time })
      .execute();
    const decision = { ...target, userId: seller, kind: 'flagged', createdAt: time };
    const reversed = { ...decision, reversedAt: at('2026-11-02T12:00:00Z') };
    const appealed = { ...decision, kind: 'warned', appeal: 'A mistake', appealedAt: time };
    await db.insertInto('decisions').values([reversed, appealed]).execute();
    // One appeal was answered, and the other was closed when the decision was reversed without it.
    const answered = { status: 'decided', decision: 'reversed', decidedAt: time };
    const appeals = [seller, null].map((decidedBy) => ({
      ...{ targetType: 'decision', targetId: randomUUID(), decidedBy, ...answered },
    }));
    await db.insertInto('moderationCases').values(appeals).execute();
    await computeFigures(db, now);
    for (const metric of ['offers', 'reserved', 'handedOver', 'reports', 'flagged'] as const)
      expect([metric, await totals(metric)]).toEqual([
        metric,
        { '10-31': 0, '11-01': 1, '11-02': 0 },
      ]);
    expect(await totals('sold')).toMatchObject({ '11-01': 2 });
    expect(await totals('activeListings')).toMatchObject({ '10-31': 2, '11-01': 0 });
    expect(await totals('reversed')).toMatchObject({ '11-01': 0, '11-02': 1 });
    expect(await totals('appeals')).toMatchObject({ '11-01': 1, '11-02': 0 });
    expect(await totals('appealsReversed')).toMatchObject({ '11-01': 1, '11-02': 0 });
    expect(await totals('decided')).toMatchObject({ '11-01': 0, '11-02': 1 });
    expect(await totals('decisionMinutes')).toMatchObject({ '11-01': 0, '11-02': 1470 });
  });
});

describe('the job', () => {
  it('changes nothing when it runs again, not even after rows of the day changed', async () => {
    await list('2026-11-01T12:00:00Z');
    await computeFigures(db, now);
    const { rows } = await all();
    await list('2026-11-01T13:00:00Z');
    await computeFigures(db, now);
    expect((await all()).rows).toEqual(rows);
    expect(rows.length).toBeGreaterThan(3 * metricNames.length);
  });

  it('computes each day once when two workers run it', async () => {
    await list('2026-11-01T12:00:00Z');
    await Promise.all([computeFigures(db, now), computeFigures(db, now), computeFigures(db, now)]);
    expect(await totals('newListings')).toEqual({ '10-31': 0, '11-01': 1, '11-02': 0 });
  });

  it('computes nothing for today, nor before the first account', async () => {
    await computeFigures(db, Date.parse('2026-11-01T03:59:00Z'));
    expect((await all()).rows).toEqual([]);
    await sql`truncate users cascade`.execute(db);
    await computeFigures(db, now);
    expect((await all()).rows).toEqual([]);
  });

  it('computes what a past day lacks, such as a new metric', async () => {
    await computeFigures(db, now);
    const { rows } = await all();
    await sql`delete from daily_figures where metric = 'sold'`.execute(db);
    await sql`delete from daily_figures where day = '2026-11-01'`.execute(db);
    await computeFigures(db, now);
    expect((await all()).rows).toEqual(rows);
  });

  it('makes up for 400 missed days in runs that each enqueue the next', async () => {
    await sql`update users set created_at = '2020-01-01'`.execute(db);
    const queued = async () => {
      const { rows } = await sql`delete from graphile_worker._private_jobs
        where key = 'figures' returning key`.execute(db);
      return rows.length;
    };
    let runs = 1;
    for (await computeFigures(db, now); (await queued()) > 0; runs += 1) {
      await computeFigures(db, now);
    }
    expect(runs).toBe(10);
    const { rows } = await sql`select count(distinct day)::int as days, min(day)::text as first,
      max(day)::text as last from daily_figures`.execute(db);
    expect(rows).toEqual([{ days: 400, first: '2025-09-29', last: '2026-11-02' }]);
  });
});

/** Stores a metric, or that of a county and category, for days in a row. */
async function store(of: Metric | [Metric, string, string], from: string, values: number[]) {
  const [metric, county, category] = typeof of === 'string' ? [of, null, null] : of;
  await sql`insert into daily_figures (day, metric, county, category, value)
    select ${from}::date + n::int - 1, ${metric}, ${county}, ${category}, value
    from unnest(${values}::float8[]) with ordinality as t (value, n)`.execute(db);
}

describe('the figures of a period', () => {
  const read = (by: 'week' | 'county' | 'category', from = '2026-03-05', to = '2026-03-14') =>
    readAnalytics(db, { from, to, by });
  const one = <Row extends { metric: Metric }>(rows: Row[], metric: Metric) =>
    rows.filter((row) => row.metric === metric).map(({ metric: _, ...row }) => row);
  const days = (count: number, value: number) => Array.from({ length: count }, () => value);

  it('add up, average, end or are medians, next to those of the days before', async () => {
    await store('offers', '2026-02-23', [...days(10, 1), ...days(10, 2)]);
    await store('activePeople', '2026-02-23', [...days(10, 4), ...days(5, 6), ...days(5, 7)]);
    await store('activeListings', '2026-02-23', [...days(9, 1), 8, ...days(9, 1), 9]);
    await store('answers', '2026-03-05', [1, 0, 5, 3]);
    await store('replyMinutes', '2026-03-05', [90, 0, 10, 20]);
    const { totals: all, ...view } = await read('week');
    expect(view).toMatchObject({ firstDay: '2026-02-23', lastDay: '2026-03-14' });
    expect(one(all, 'offers')).toEqual([{ value: 20, previous: 10 }]);
    expect(one(all, 'activePeople')).toEqual([{ value: 6.5, previous: 4 }]);
    expect(one(all, 'activeListings')).toEqual([{ value: 9, previous: 8 }]);
    expect(one(all, 'replyMinutes')).toEqual([{ value: 10, previous: null }]);
    expect(one(all, 'sold')).toEqual([{ value: null, previous: null }]);
  });

  it('are by weeks that end with the last day', async () => {
    await store('offers', '2026-02-23', [...days(10, 1), ...days(10, 2)]);
    expect(one((await read('week')).rows, 'offers')).toEqual([
      { group: '2026-03-05', value: 6, previous: 3 },
      { group: '2026-03-08', value: 14, previous: 7 },
    ]);
  });

  it('are by county and by category, for listings on the last day', async () => {
    await store('offers', '2026-02-23', days(20, 3));
    await store(['offers', 'Albany', 'books'], '2026-02-23', days(20, 1));
    await store(['offers', 'Albany', ''], '2026-03-05', days(10, 1));
    await store(['offers', '', ''], '2026-03-05', days(10, 1));
    await store('activeListings', '2026-02-23', days(20, 9));
    await store(['activeListings', 'Albany', 'books'], '2026-02-23', [
      ...days(9, 1),
      5,
      ...days(9, 1),
      7,
    ]);
    const { rows } = await read('county');
    expect(one(rows, 'offers')).toEqual([
      { group: '', value: 10, previous: 0 },
      { group: 'Albany', value: 20, previous: 10 },
    ]);
    expect(one(rows, 'activeListings')).toEqual([{ group: 'Albany', value: 7, previous: 5 }]);
    expect(one((await read('category')).rows, 'offers')).toEqual([
      { group: '', value: 20, previous: 0 },
      { group: 'books', value: 10, previous: 10 },
    ]);
  });

  it('are compared only with a whole period before, and are null before the first night', async () => {
    expect(one((await read('county')).totals, 'offers')).toEqual([{ value: null, previous: null }]);
    await store(['offers', 'Albany', 'books'], '2026-02-24', days(20, 1));
    await store('offers', '2026-02-24', days(20, 1));
    const { totals: all, rows } = await read('county');
    expect(one(all, 'offers')).toEqual([{ value: 10, previous: null }]);
    expect(one(rows, 'offers')).toEqual([{ group: 'Albany', value: 10, previous: null }]);
  });
});

describe('the public figures', () => {
  it('are of whole months with all days, without counts below 5', async () => {
    const february = Array.from({ length: 28 }, (_, index) => (index === 3 ? 5 : 0));
    await store(
      'newListings',
      '2026-01-02',
      Array.from({ length: 30 }, () => 9),
    );
    await store('newListings', '2026-02-01', february);
    await store('reports', '2026-02-01', [4]);
    await store('decided', '2026-02-01', [3, 1]);
    await store('decisionMinutes', '2026-02-01', [60, 600]);
    await store('newListings', '2026-03-01', [9, 9]);
    const read = () => readPublicFigures(db, Date.parse('2026-03-03T12:00:00Z'));
    const { months } = await read();
    expect(months.map(({ month }) => month)).toEqual(['2026-02']);
    expect(months[0]?.figures).toMatchObject({
      ...{ newListings: 5, reports: null, handedOver: null, decisionMinutes: null },
    });
    await store('decided', '2026-02-03', [2]);
    await store('decisionMinutes', '2026-02-03', [600]);
    expect((await read()).months[0]?.figures.decisionMinutes).toBe(60);
  });

  it('are empty without any', async () => {
    expect(await readPublicFigures(db, now)).toEqual({ months: [] });
  });
});
