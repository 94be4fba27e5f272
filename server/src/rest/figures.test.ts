import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../test/server.ts';

let database: TestDatabase;
let server: TestServer;
let admin: SignedIn;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
  admin = await server.signedIn({ isAdmin: true });
  await sql`insert into daily_figures (day, metric, county, category, value) values
    ('2026-03-05', 'offers', null, null, 3), ('2026-03-06', 'offers', null, null, 4),
    ('2026-03-06', 'replyMinutes', null, null, 2.26), ('2026-03-06', 'answers', null, null, 1),
    ('2026-03-06', 'offers', 'Albany', '=HYPERLINK("https://evil.example")', 4),
    ('2026-03-06', 'offers', 'Albany', 'food', 1)`.execute(database.db);
  await sql`insert into daily_figures (day, metric, value)
    select day, 'newListings', 1 from generate_series(
      date_trunc('month', current_date - interval '1 month'), current_date, interval '1 day') day`.execute(
    database.db,
  );
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const get = (
  query: Record<string, string>,
  headers: Record<string, string> = { cookie: admin.cookie },
) => fetch(`${server.url}/api/admin/analytics.csv?${new URLSearchParams(query)}`, { headers });
const march = { from: '2026-03-06', to: '2026-03-06' };

describe('the figures as CSV', () => {
  it('are those of the period, and no spreadsheet runs a category', async () => {
    const answer = await get({ ...march, by: 'category' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain('figures-2026-03-06-2026-03-06');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const lines = Buffer.from(await answer.arrayBuffer())
      .toString()
      .split('\r\n');
    expect(lines[0]).toBe('\ufeffMetric,Category,Value,Period before');
    expect(lines).toContain('Offers,All,4,3');
    expect(lines).toContain('Minutes to first answer,All,2.3,');
    expect(lines).toContain(`Offers,"'=HYPERLINK(""https://evil.example"")",4,0`);
    expect(lines).toContain('Offers,Food & Dining,1,0');
  });

  it.each<[Record<string, string>, string, string]>([
    [{ ...march, from: '2026-02-30' }, 'from', 'Choose a day, such as 2026-11-01.'],
    [{ ...march, to: '0000-01-01' }, 'to', 'Choose a day, such as 2026-11-01.'],
    [{ ...march, to: '2026-03-05' }, 'to', "The last day can't be before the first."],
    [{ ...march, from: '2024-03-01' }, 'from', 'Choose a period of up to two years.'],
    [{ ...march, by: 'town' }, 'by', 'By must be one of: week, county, category.'],
  ])('refuse %j', async (query, path, message) => {
    const answer = await get({ by: 'week', ...query });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { message, issues: [{ path, message }] },
    ]);
  });

  it('are only for the session of an admin', async () => {
    const user = await server.signedIn();
    const query = { ...march, by: 'week' };
    expect((await get(query, { cookie: user.cookie })).status).toBe(401);
    expect((await get(query, {})).status).toBe(401);
    expect((await get(query, { authorization: 'Bearer x' })).status).toBe(403);
  });
});

it('the public figures are shared by visitors, who can revalidate them', async () => {
  const url = `${server.url}/api/community-figures`;
  const first = await fetch(url);
  const { months } = (await first.json()) as { months: { figures: object }[] };
  expect(months).toMatchObject([{ figures: { reports: null } }]);
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await fetch(url, { headers })).status).toBe(304);
});
