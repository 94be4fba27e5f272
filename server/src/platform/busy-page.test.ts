import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabase, createPool } from '@marketplace/db/database';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startTestServer } from '../test/server.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

it('shows a browser a page that loads again by itself, and a program JSON', async () => {
  const server = await startTestServer(database, {}, { limits: { inWork: 0, waiting: 0 } });
  const answer = await fetch(`${server.url}/listings`, { headers });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const html = await answer.text();
  expect(html).toMatch(/<meta http-equiv="refresh" content="[3-6]" \/>/);
  expect(html).toContain('Capital Region Marketplace is very busy right now.');
  expect(html).not.toContain('<script');
  const call = await fetch(`${server.url}/api/listings`, { headers });
  expect(call.headers.get('content-type')).toContain('application/json');
  await server.close();
});

it('is what a page without a free connection of the database is, too', async () => {
  const limits = { connectionString: database.url, max: 1, connectionTimeoutMillis: 200 };
  const pool = createPool(limits, () => undefined);
  const server = await startTestServer(database, { pool, db: createDatabase(pool) });
  const taken = await pool.connect();
  const cookie = `session=${'x'.repeat(43)}`;
  const answer = await fetch(`${server.url}/my-listings`, { headers: { ...headers, cookie } });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await answer.text()).includes('http-equiv="refresh"')).toBe(true);
  taken.release();
  await server.close();
  await pool.end();
});
