import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { garbageIn } from './stored.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const line = 'audit_log.action';
const writing = 'audit_log.reason';

it.each([
  ['the mark for bytes that were no text', 'a\uFFFDb', [line, writing]],
  ['an object as text', 'x [object Object]', [line, writing]],
  ['more lines than one', 'two\nlines', [line]],
  ['a control character', 'a\u0085b', [line]],
  ['more than a line holds', 'x'.repeat(301), [line]],
  ['more than may be written', 'x'.repeat(1_001), [line, writing]],
  ['a control of direction', 'a\u202eb', [line, writing]],
  ['text without anything to see', ' \u200b\u3164', [line, writing]],
  ['nothing in what is ordinary', 'Zoë \\ud800 👋', []],
])('finds %s', async (_what, text, places) => {
  await sql`insert into audit_log (action, target_type, reason)
    values (${text}, 'user', ${text})`.execute(database.db);
  expect((await garbageIn(database.db)).sort()).toEqual(places);
});
