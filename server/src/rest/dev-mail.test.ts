import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../app-context.ts';
import { readConfig } from '../platform/config.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createTestContext } from '../test/app-context.ts';
import { devMailPath, registerDevMail } from './dev-mail.ts';

let database: TestDatabase;
let ctx: AppContext;
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  app = Fastify();
  await app.register(cookie);
  registerDevMail(app, ctx);
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const mail = (id: string, more: object = {}) => ({
  id,
  to: 'a@example.com',
  subject: `Mail ${id}`,
  text: `Text of ${id}`,
  html: `<p style="color:red">Body of ${id}</p><script>alert(1)</script>`,
  ...more,
});

function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, path, headers }, (answer) => {
        const { statusCode, headers } = answer;
        text(answer).then((body) => resolve({ status: statusCode ?? 0, headers, body }), reject);
      })
        .on('error', reject)
        .end();
    },
  );
}

describe('the mailbox page', () => {
  it('shows emails newest first, with their HTML in a sandboxed frame', async () => {
    expect((await get('/dev/mail')).body).toContain('No email yet.');
    await ctx.mailbox!.send(mail('one'));
    await ctx.mailbox!.send(mail('two', { subject: '<b>"bold"</b>' }));
    const { status, body, headers } = await get('/dev/mail');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cache-control']).toBe('no-store');
    expect(body.indexOf('Text of two')).toBeLessThan(body.indexOf('Text of one'));
    expect(body).toContain('<iframe sandbox ');
    expect(body).toContain('srcdoc="&lt;p style=&quot;color:red&quot;&gt;Body of one');
    expect(body).not.toMatch(/<script|<b>/);
    const list = JSON.parse((await get('/dev/mail.json')).body) as unknown;
    expect(list).toMatchObject([mail('two', { subject: '<b>"bold"</b>' }), mail('one')]);
  });

  it.each<Record<string, string>>([
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
    { host: 'evil.example.com' },
    { host: 'localhost.evil.example.com:80' },
  ])('responds 404 to a call with %o', async (headers) => {
    expect((await get('/dev/mail', headers)).status).toBe(404);
    expect((await get('/dev/mail.json', headers)).status).toBe(404);
  });

  it.each(['203.0.113.7', '::ffff:10.0.0.1', '1270.0.0.1'])('responds 404 to %s', async (ip) => {
    const answer = await app.inject({ url: '/dev/mail', remoteAddress: ip });
    expect(answer.statusCode).toBe(404);
  });

  it('opens under localhost, the loopback addresses and the public name', async () => {
    const hosts = [
      'localhost:3000',
      '127.0.0.1:3000',
      '[::1]:3000',
      new URL(ctx.config.publicUrl).host,
    ];
    for (const host of hosts) expect((await get('/dev/mail', { host })).status).toBe(200);
  });

  it('does not exist with a mail server or in production', async () => {
    const production = readConfig({
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://localhost',
      SESSION_SECRET: 'x'.repeat(32),
    });
    for (const overrides of [{ mailbox: null }, { config: production }]) {
      const other = Fastify();
      registerDevMail(other, { ...ctx, ...overrides });
      expect((await other.inject('/dev/mail')).statusCode).toBe(404);
    }
  });
});

describe('behind a public name', () => {
  // This is how a proxy on this machine forwards a call if it adds no header.
  const host = 'market.example';
  let open: FastifyInstance;
  let path: string;
  beforeAll(async () => {
    const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: `https://${host}` });
    open = Fastify();
    await open.register(cookie);
    registerDevMail(open, { ...ctx, config });
    path = devMailPath({ ...ctx, config });
  });
  afterAll(() => open.close());

  it.each(['/dev/mail', '/dev/mail.json', '/dev/mail?key=', '/dev/mail?key=guess'])(
    'responds 404 to %s without the key',
    async (url) => {
      for (const name of [host, 'localhost:3000']) {
        expect((await open.inject({ url, headers: { host: name } })).statusCode).toBe(404);
      }
    },
  );

  it('exchanges the printed key for a cookie that opens the page and the list', async () => {
    expect(path).toMatch(/^\/dev\/mail\?key=[\w-]{43}$/);
    const first = await open.inject({ url: path, headers: { host: 'localhost:3000' } });
    expect([first.statusCode, first.headers.location]).toEqual([302, '/dev/mail']);
    expect(first.headers['set-cookie']).toMatch(
      /^dev_mail=[\w-]{43}; Path=\/dev; HttpOnly; SameSite=Strict$/,
    );
    const headers = { host: 'localhost:3000', cookie: String(first.headers['set-cookie']) };
    expect((await open.inject({ url: '/dev/mail', headers })).statusCode).toBe(200);
    expect((await open.inject({ url: '/dev/mail.json', headers })).statusCode).toBe(200);
  });

  it('responds 404 through a declared proxy even with the key', async () => {
    const headers = { host, 'x-forwarded-for': '203.0.113.9' };
    expect((await open.inject({ url: path, headers })).statusCode).toBe(404);
  });
});

it('stores only the newest 200 emails', async () => {
  const many = createTestContext(database).mailbox!;
  for (let i = 0; i < 203; i++) await many.send(mail(`n${i}`));
  const kept = await many.list();
  expect(kept).toHaveLength(200);
  expect(kept[0]?.id).toBe('n202');
});
