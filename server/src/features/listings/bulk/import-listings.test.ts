import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLimiter } from '../../../platform/limiter.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../../../test/server.ts';
import { createTableDigests, differingTables } from '../../../test/table-digests.ts';
import { newApiToken } from '../../tokens/tokens.fixtures.ts';
import { insertListing } from '../listings.fixtures.ts';
import { exportedCsv, sendCsv, sendItems, storedListings } from './bulk.fixtures.ts';

let database: TestDatabase;
let server: TestServer;
let twin: TestServer;
let seller: SignedIn;

beforeAll(async () => {
  database = await createTestDatabase();
  const limiter = createLimiter(database.pool, 1);
  [server, twin] = await Promise.all([
    startTestServer(database, { limiter }),
    startTestServer(database, { limiter }),
  ]);
});
beforeEach(async () => {
  seller = await server.signedIn({ createdAt: new Date(2026, 0, 1) });
});
afterAll(async () => {
  await Promise.all([server.close(), twin.close()]);
  await database.close();
});

const header = 'title,price,location';
const send = (body: string, query?: string) => sendCsv(server, seller.cookie, { body, query });
const stored = () => storedListings(database, seller.id);

/** Previews a file, which must store nothing, then imports it, which must do what was predicted. */
async function importPredicted(body: string) {
  const digestsOf = await createTableDigests(database.db);
  const before = await digestsOf();
  const predicted = await send(body, 'dryRun=1');
  expect(differingTables(before, await digestsOf())).toEqual([]);
  const done = await send(body);
  const plain = ({ status, body: { results, ...rest } }: typeof done) => ({
    ...{ status, ...rest },
    results: results.map(({ outcome, id, message, ...row }) => ({
      ...row,
      outcome,
      ...(outcome !== 'new' && { id }),
      // The time to wait passes.
      message: message?.replace(/\d+ hours/, ''),
    })),
  });
  expect(plain(predicted)).toEqual(plain(done));
  return done.body;
}

describe('an import', () => {
  it('creates, changes and refuses rows as its preview says', async () => {
    const mine = await insertListing(database.db, seller.id, { description: 'Old.' });
    const gone = await insertListing(database.db, seller.id, { deletedAt: new Date() });
    const stranger = await server.signedIn();
    const theirs = await insertListing(database.db, stranger.id);
    const file = [
      'id,key,title,description,price,category,condition,location,kind,isFirmPrice,isFeatured,details',
      ',,"Lamp, red","Two\nlines","$1,200",Food & Dining,Like new,Troy,wanted,yes,no,"Wood: oak\nA\\:b: 1"',
      `${mine},,Plain chair,,8,,,"Troy, NY",,,,`,
      `${theirs},,Chair,,8,,,Troy,,,,`,
      `${gone},,Chair,,8,,,Troy,,,,`,
      'x,,Chair,,8,,,Troy,,,,',
      `${mine},,Chair,,8,,,Troy,,,,`,
      ',,\u200b,,cheap,boats,used,Boston,,maybe,,oak',
      ',,,,,,,,,,,note',
      ...Array.from({ length: 5 }, () => ',,Rug,,5,,,Troy,,,,'),
      ',a,Desk,,5,,,Troy,,,,',
      ',a,Desk 2,,5,,,Troy,,,,',
    ].join('\r\n');
    const { results, rows, encoding } = await importPredicted(file);
    expect({ rows, encoding }).toEqual({ rows: 15, encoding: 'utf-8' });
    expect(results.map(({ line, outcome, status }) => [line, outcome, status])).toEqual([
      [2, 'new', 201],
      [5, 'changed', 200],
      ...[6, 7, 8].map((line) => [line, 'refused', 404]),
      ...[9, 10, 11].map((line) => [line, 'refused', 400]),
      ...[12, 13, 14, 15].map((line) => [line, 'new', 201]),
      [16, 'refused', 409],
      [17, 'new', 201],
      [18, 'refused', 400],
    ]);
    expect(results[5]?.issues).toEqual([{ path: 'id', message: 'Line 5 has the same id.' }]);
    expect(
      Object.fromEntries(results[6]?.issues?.map((one) => [one.path, one.message]) ?? []),
    ).toEqual({
      title: 'Title is required',
      price: 'Price must be a valid positive number',
      category: expect.stringMatching(/^Category must be one of: electronics/),
      condition: expect.stringMatching(/^Condition must be one of: new/),
      location: expect.stringContaining('Capital Region'),
      isFirmPrice: 'Firm price must be true or false.',
      details: 'Add a value for oak.',
    });
    expect(results[14]?.issues).toEqual([{ path: 'key', message: 'Line 17 has the same key.' }]);
    const all = await stored();
    expect(all.find(({ id }) => id === mine)).toMatchObject({ price: '8.00', description: '' });
    expect(all.find(({ title }) => title === 'Lamp, red')).toMatchObject({
      ...{ description: 'Two\nlines', price: '1200.00', category: 'food', condition: 'like-new' },
      ...{ location: 'Troy, NY', kind: 'wanted', isFirmPrice: true, isFeatured: false },
      details: [
        ['Wood', 'oak'],
        ['A:b', '1'],
      ],
    });
    const [other] = await storedListings(database, stranger.id);
    expect(other).toMatchObject({ title: 'Plain chair', price: '10.00' });
  });

  it('creates each row once for twins on two servers and for a repeated file', async () => {
    const file = `${header}\nLamp,5,Troy\nLamp,5,Troy\nRug,6,Albany\n`;
    const answers = await Promise.all(
      [server, twin, server, twin].map((at) => sendCsv(at, seller.cookie, { body: file })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await stored()).toHaveLength(3);
    // A spreadsheet may have saved the file in another form and order, with another row.
    const again = 'price;location;title\r\n6.00;Albany;Rug\r\n5;Troy;Lamp\r\n7;Troy;Desk\r\n';
    const { results } = await importPredicted(again);
    expect(results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'new']);
    expect(await stored()).toHaveLength(4);
  });

  it('finds a listing again by its key, and refuses one that was deleted', async () => {
    const row = (price: string) => `key,${header}\nA-1,Lamp,${price},Troy\n`;
    const outcomes: unknown[] = [];
    for (const price of ['5', '6', '6']) {
      outcomes.push((await importPredicted(row(price))).results[0]?.outcome);
    }
    expect(outcomes).toEqual(['new', 'changed', 'unchanged']);
    expect(await stored()).toMatchObject([{ price: '6.00' }]);
    await database.db
      .updateTable('listings')
      .set({ deletedAt: new Date() })
      .where('sellerId', '=', seller.id)
      .execute();
    expect((await importPredicted(row('7'))).results).toMatchObject([
      { status: 409, message: 'This listing was posted and then deleted.' },
    ]);
  });

  it('reaches the daily limits in the middle, as its preview says', async () => {
    const items = Array.from({ length: 95 }, (_, index) => ({
      ...{ title: `Lamp ${index}`, price: '5', location: 'Troy' },
    }));
    await sendItems(server, seller.cookie, { items });
    await sendItems(server, seller.cookie, { items });
    const lines = Array.from({ length: 12 }, (_, index) => `Rug ${index},5,Troy`);
    const { results } = await importPredicted([header, ...lines].join('\n'));
    expect(results.map(({ status }) => status)).toEqual([
      ...Array<number>(10).fill(201),
      ...[429, 429],
    ]);
    expect(results[11]?.message).toContain('You can post 200 listings a day');
  });

  it('may come in parts', async () => {
    const file = `${header}\n${['A', 'B', 'C'].map((title) => `${title},5,Troy`).join('\n')}`;
    const { body } = await send(file, 'from=2&limit=1');
    expect(body).toMatchObject({ rows: 3, results: [{ line: 3, title: 'B', outcome: 'new' }] });
    expect((await send(file, 'from=4')).body.results).toEqual([]);
    expect((await stored()).map(({ title }) => title)).toEqual(['B']);
  });

  it('refuses long files without storing anything', async () => {
    const rows = (count: number) => `${header}\n${'L,5,Troy\n'.repeat(count)}`;
    const text = 'A file can have up to 500 rows. Divide it into several files.';
    for (const count of [501, 100_000]) {
      expect(await send(rows(count))).toEqual({ status: 413, body: { message: text } });
    }
    const limit = 'The body is too large. The limit is 2 MB.';
    expect(await send(rows(300_000))).toEqual({ status: 413, body: { message: limit } });
    expect(await stored()).toEqual([]);
  });

  it('stops reading an endless file at the limit', async () => {
    let read = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        read += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(97));
      },
    });
    const init = { method: 'POST', body: endless, duplex: 'half' } as RequestInit;
    const headers = { cookie: seller.cookie, 'content-type': 'text/csv' };
    const answer = await fetch(`${server.url}/api/listings/import`, { ...init, headers });
    expect(answer.status).toBe(413);
    expect(read).toBeLessThan(64 * 1024 * 1024);
  });

  it.each([
    ['', '', 'This file is empty. Its first line must name the columns.'],
    [`${header}\n`, 'dryRun=maybe', 'dryRun must be 1 or 0.'],
    [`${header}\n`, 'from=0', 'Enter a row number of 1 or more.'],
    [`${header}\n`, 'limit=501', 'Limit must be a whole number from 1 to 500.'],
    ['title\nLamp', '', 'The column “price” is missing.'],
  ])('refuses %j with ?%s', async (body, query, message) => {
    expect(await send(body, query)).toMatchObject({ status: 400, body: { message } });
  });

  it('needs a token that may write, and an export one that may read', async () => {
    const authorization = `Bearer ${await newApiToken(server.ctx, seller.id, 'read')}`;
    const init = { headers: { authorization, 'content-type': 'text/csv' } };
    const exported = await fetch(`${server.url}/api/listings/export.csv`, init);
    expect(exported.status).toBe(200);
    const body = await exported.text();
    const file = { ...init, method: 'POST', body };
    expect((await fetch(`${server.url}/api/listings/import`, file)).status).toBe(403);
  });

  it('accepts only CSV', async () => {
    for (const type of ['application/json', 'text/plain', 'application/octet-stream']) {
      const { status } = await sendCsv(server, seller.cookie, { body: header, type });
      expect(status).toBe(415);
    }
  });
});

describe('an export', () => {
  it('imports without a change, however odd the listings are', async () => {
    const odd = [
      { title: '=1+1', description: '\'@x\n\n"quoted"; a,b\ttab' },
      { title: "'=2", details: JSON.stringify([['A: b\\c', '-1']]), isFirmPrice: true },
      { title: '-5 °C freezer ＝', description: '+1', price: '0.00', kind: 'wanted' },
      { title: 'ליצן', category: 'food', location: 'Boston', isFeatured: true },
      { title: 'Sold', isActive: false, location: '' },
    ];
    for (const values of odd) await insertListing(database.db, seller.id, values);
    await insertListing(database.db, seller.id, { title: 'Gone', deletedAt: new Date() });
    const before = await stored();
    const { answer, bytes } = await exportedCsv(server, seller.cookie);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="my-listings-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const text = bytes.toString();
    expect(text).toMatch(/^\ufeffid,title,description,/);
    expect(text).toContain(',\'=1+1,"\'\'@x\n\n""quoted""; a,b\ttab",10.00,');
    const { results } = await importPredicted(text);
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(odd.length).fill('unchanged'));
    expect(await stored()).toEqual(before);
  });

  it('has every listing of a seller with more than one batch', async () => {
    await database.db
      .insertInto('listings')
      .values(
        Array.from({ length: 1001 }, (_, index) => ({
          ...{ title: `Chair ${index}`, price: '1.00', sellerId: seller.id },
        })),
      )
      .execute();
    const { bytes } = await exportedCsv(server, seller.cookie);
    const lines = bytes.toString().trim().split('\r\n').slice(1);
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(1001);
  });
});
