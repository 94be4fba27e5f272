import cookie from '@fastify/cookie';
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authRouter } from './features/auth/auth.router.ts';
import type { AppContext } from './app-context.ts';
import { contextOf } from './request-context.ts';
import { createTestDatabase, type TestDatabase } from './test/database.ts';
import { queuedCode } from './test/mail.ts';
import { createTestContext } from './test/app-context.ts';

let database: TestDatabase;
let ctx: AppContext;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  app = Fastify();
  await app.register(cookie);
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: {
      router: authRouter,
      createContext: ({ req, res }) => contextOf(ctx, req, res),
    },
  } satisfies FastifyTRPCPluginOptions<typeof authRouter>);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const call = (procedure: string, payload: object, cookie: string) =>
  app.inject({ method: 'POST', url: `/trpc/${procedure}`, payload, headers: { cookie } });

/** Returns the name and value of each cookie that was set, as a browser sends them back. */
const cookiesOf = (answer: LightMyRequestResponse) =>
  [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0] ?? '');

it('carries a sign-in through real headers', async () => {
  const email = 'jane@example.com';
  const sent = await call('sendCode', { email }, '');
  expect(sent.statusCode).toBe(200);
  const [browser = ''] = cookiesOf(sent);
  expect(browser).toMatch(/^browser=[\w-]{43}$/);
  const { token } = sent.json<{ result: { data: { token: string } } }>().result.data;

  const verified = await call('verify', { token, code: await queuedCode(ctx, email) }, browser);
  expect(verified.statusCode).toBe(200);
  const [session = '', device = '', sameBrowser] = cookiesOf(verified);
  expect(session).toMatch(/^session=[\w-]{43}$/);
  expect(device).toMatch(/^device=[\w-]{43}$/);
  expect(sameBrowser).toBe(browser);

  const me = await app.inject({ url: '/trpc/me', headers: { cookie: session } });
  expect(me.json()).toMatchObject({ result: { data: { email } } });

  const returned = await call('sendCode', { email }, device);
  expect(returned.json()).toEqual({ result: { data: { isReturningUser: true, token: null } } });
  expect(cookiesOf(returned)[0]).toMatch(/^session=/);

  const out = await call('signOut', { forgetDevice: true }, [session, device].join('; '));
  expect(cookiesOf(out)).toEqual(['session=', 'device=']);
  const gone = await app.inject({ url: '/trpc/me', headers: { cookie: session } });
  expect(gone.json()).toEqual({ result: { data: null } });
});

it('responds 429 with the time to wait at a limit', async () => {
  const attempt = () => call('verify', { token: 'x', code: '123456' }, 'browser=x');
  for (let i = 0; i < 10; i++) await attempt();
  const refused = await attempt();
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({
    error: { data: { retryAfter: expect.any(Number) as number } },
  });
});
