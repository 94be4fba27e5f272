import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { askForCode, openBrowser } from '../../test/browser.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());

/**
 * Returns every row of every table as text, including the job queue. Appends decoded binary
 * columns.
 */
async function dump(): Promise<string> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(ctx.db);
  const rows: string[] = [];
  for (const { name } of tables.rows) {
    const content = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t`.execute(ctx.db);
    rows.push(...content.rows.map(({ row }) => `${name} ${row}`));
  }
  return rows.map((row) => `${row} ${decoded(row)}`).join('\n');
}

function decoded(row: string): string {
  return [...row.matchAll(/\\x([0-9a-f]+)/g)]
    .map(([, hex]) => Buffer.from(hex ?? '', 'hex').toString('latin1'))
    .join(' ');
}

it('stores no code, token or cookie of a sign-in in the database', async () => {
  const browser = openBrowser(ctx);
  const email = 'secretive@example.com';
  const { token, code } = await askForCode(ctx, browser, email);
  const pending = await dump();
  expect(pending).toContain(email);
  expect(pending).toContain('sendMail');
  // Timestamps are removed because their digits may look like the code.
  expect(pending.replaceAll(/\d+-\d+-\d+ \d+:\d+:\d+(\.\d+)?/g, '')).not.toMatch(
    new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`),
  );
  for (const secret of [token, browser.cookies.browser!]) expect(pending).not.toContain(secret);

  await (await browser.auth()).verify({ token, code });
  const signedIn = await dump();
  for (const secret of [browser.cookies.session!, browser.cookies.device!, token]) {
    expect(secret.length).toBeGreaterThanOrEqual(43);
    expect(signedIn).not.toContain(secret);
  }
});
