import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { readConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { createTestContext } from '../test/app-context.ts';
import { startTestServer, type TestServer } from '../test/server.ts';

let database: TestDatabase;
let server: TestServer;
let lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const log = createLogger('warn', {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const { config } = createTestContext(database);
  server = await startTestServer(database, { log, config: { ...config, trustProxy: 1 } });
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  lines = [];
  await database.pool.query('delete from rate_limits');
});

const report = (type: string, body: unknown, ip = '127.0.0.1') =>
  fetch(`${server.url}/csp-reports`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-forwarded-for': ip },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const secretUrl = 'https://evil.example/collect?email=ann@example.com';
const oldForm = {
  'csp-report': {
    'document-uri': 'https://market.example/messages?with=ann',
    'effective-directive': 'connect-src',
    'blocked-uri': secretUrl,
    'script-sample': 'ann@example.com',
  },
};
const newForm = [
  {
    type: 'csp-violation',
    age: 10,
    url: 'https://market.example/messages?with=ann',
    user_agent: 'Browser of Ann',
    body: {
      documentURL: 'https://market.example/messages?with=ann',
      effectiveDirective: 'script-src-elem',
      blockedURL: 'inline',
      sample: 'ann@example.com',
    },
  },
  { type: 'deprecation', body: { id: 'x' } },
];

it('logs only the directive and the blocked origin of both report formats', async () => {
  expect((await report('application/csp-report', oldForm)).status).toBe(204);
  expect((await report('application/reports+json', newForm)).status).toBe(204);
  expect(lines).toMatchObject([
    { directive: 'connect-src', blocked: 'https://evil.example' },
    { directive: 'script-src-elem', blocked: 'inline' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ann|messages|collect/i);
});

it('refuses invalid, long and otherwise typed reports', async () => {
  const answers = await Promise.all([
    report('application/csp-report', {}),
    report('application/csp-report', '{'),
    report('application/reports+json', Array(21).fill(newForm[1])),
    report('application/csp-report', { ...oldForm, more: 'x'.repeat(16 * 1024) }),
    report('text/plain', oldForm),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 413, 415]);
  expect(lines).toEqual([]);
});

it('accepts 20 reports a minute from one network', async () => {
  const statuses = [];
  for (let n = 0; n < 21; n++) {
    statuses.push((await report('application/csp-report', oldForm)).status);
  }
  expect(statuses).toEqual([...Array<number>(20).fill(204), 429]);
  expect(lines).toHaveLength(20);
});

it('accepts 100 reports a minute from all networks of an IPv6 site', async () => {
  const statuses = [];
  for (let n = 0; n < 101; n++) {
    const ip = `2001:db8:1:${n % 10}::1`;
    statuses.push((await report('application/csp-report', oldForm, ip)).status);
  }
  expect(statuses).toEqual([...Array<number>(100).fill(204), 429]);
});

it('is in the policy of every page, under HTTPS also in the newer form', async () => {
  const plain = await fetch(`${server.url}/listings`);
  expect(plain.headers.get('reporting-endpoints')).toBeNull();
  expect(plain.headers.get('content-security-policy')).toMatch(/report-uri \/csp-reports$/);

  const https = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://market.example' });
  const config = { ...https, dataDir: server.ctx.config.dataDir };
  const secure = await startTestServer(database, { config });
  const { headers } = await fetch(`${secure.url}/listings`);
  expect(headers.get('reporting-endpoints')).toBe('csp="/csp-reports"');
  expect(headers.get('content-security-policy')).toMatch(
    /report-uri \/csp-reports;.*report-to csp$/,
  );
  await secure.close();
});
