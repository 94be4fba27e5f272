import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import cookiePlugin from '@fastify/cookie';
import Fastify from 'fastify';
import type { AppContext } from '../../app-context.ts';
import { contextOf } from '../../request-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { findSession, revokeSessions, startSession } from './sessions.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());

async function newSession() {
  const user = await createTestUser(ctx.db);
  const session = await startSession(ctx.db, ctx.secrets, { userId: user.id, userAgent: 'x' });
  return { ...session, user };
}

/** Returns for how many days the session is valid, rounded down. */
async function daysLeft(id: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('sessions')
    .select(sql<number>`floor(extract(epoch from expires_at - now()) / 86400)::int`.as('days'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.days;
}

async function age(id: string, interval: string): Promise<void> {
  await sql`update sessions set last_seen_at = last_seen_at - ${interval}::interval,
    expires_at = expires_at - ${interval}::interval where id = ${id}`.execute(ctx.db);
}

describe('a session', () => {
  it('is found with its user by its exact token', async () => {
    const { id, token, user } = await newSession();
    const found = { ...user, hasFactor: false, adminSince: null };
    const session = { id, user: found, confirmedAt: null, renewed: false };
    expect(await findSession(ctx, token)).toEqual(session);
    expect(await findSession(ctx, `${token}x`)).toBeNull();
    expect(await findSession(ctx, '')).toBeNull();
    expect(await findSession(ctx, '\0')).toBeNull();
  });

  it('ends 90 days after its sign-in, however often it is used', async () => {
    const { id, token } = await newSession();
    await sql`update sessions set created_at = now() - interval '80 days' where id = ${id}`.execute(
      ctx.db,
    );
    await age(id, '2 hours');
    expect((await findSession(ctx, token))?.renewed).toBe(true);
    expect(await daysLeft(id)).toBe(9);
    // A server of the previous version may have renewed it for longer.
    await sql`update sessions set created_at = now() - interval '90 days 1 minute',
      expires_at = now() + interval '20 days' where id = ${id}`.execute(ctx.db);
    expect(await findSession(ctx, token)).toBeNull();
  });

  it('renews its 30 days, but not with each call', async () => {
    const { id, token } = await newSession();
    await age(id, '59 minutes');
    expect((await findSession(ctx, token))?.renewed).toBe(false);
    expect(await daysLeft(id)).toBe(29);
    await age(id, '20 days');
    const found = await Promise.all(Array.from({ length: 5 }, () => findSession(ctx, token)));
    expect(found.some((session) => session?.renewed)).toBe(true);
    expect(await daysLeft(id)).toBe(29);
    expect((await findSession(ctx, token))?.renewed).toBe(false);
  });

  it('expires 30 days after its last use', async () => {
    const { id, token } = await newSession();
    await age(id, '30 days');
    expect(await findSession(ctx, token)).toBeNull();
  });

  it.each(['deactivatedAt', 'deletedAt'] as const)('ends when its user has %s', async (column) => {
    const { token, user } = await newSession();
    const db = ctx.db;
    await db
      .updateTable('users')
      .set({ [column]: new Date() })
      .where('id', '=', user.id)
      .execute();
    expect(await findSession(ctx, token)).toBeNull();
  });

  it('can be ended alone or with all sessions of its user', async () => {
    const { id, token, user } = await newSession();
    const others = [1, 2].map(() =>
      startSession(ctx.db, ctx.secrets, { userId: user.id, userAgent: '' }),
    );
    const [second, third] = await Promise.all(others);
    expect(await revokeSessions(ctx.db, { id })).toEqual([id]);
    expect(await revokeSessions(ctx.db, { id })).toEqual([]);
    expect(await findSession(ctx, token)).toBeNull();
    expect((await revokeSessions(ctx.db, { userId: user.id })).sort()).toEqual(
      [second!.id, third!.id].sort(),
    );
  });

  it('renews its cookie too, which is bound to the host under HTTPS', async () => {
    const https = { ...ctx, config: { ...ctx.config, secureCookies: true } };
    const { id, token } = await newSession();
    const call = async () => {
      const app = Fastify();
      await app.register(cookiePlugin);
      app.get('/', async (request, reply) => (await contextOf(https, request, reply)).session?.id);
      const answer = await app.inject({
        url: '/',
        headers: { cookie: `__Host-session=${token}; session=ignored` },
      });
      expect(answer.body).toBe(id);
      return [answer.headers['set-cookie'] ?? []].flat();
    };
    expect(await call()).toEqual([]);
    await age(id, '1 day');
    const [cookie] = await call();
    expect(cookie).toContain(`__Host-session=${token}`);
    for (const part of ['Max-Age=2592000', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) {
      expect(cookie).toContain(part);
    }
  });
});
