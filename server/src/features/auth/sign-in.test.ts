import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { askForCode, openBrowser, signIn } from '../../test/browser.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate rate_limits`.execute(ctx.db);
});

let count = 0;
const newAddress = () => `person${++count}@example.com`;

const refusal = (message: string | RegExp) =>
  expect.objectContaining({
    code: 'BAD_REQUEST',
    message: expect.stringMatching(message) as string,
    cause: expect.objectContaining({
      issues: [{ path: 'code', message: expect.stringMatching(message) as string }],
    }) as unknown,
  }) as unknown;

describe('a first sign-in', () => {
  it('creates the account with a feed and a username that does not reveal the address', async () => {
    const browser = openBrowser(ctx);
    const email = 'jane.q.public+market@example.com';
    const { isNew, ...user } = await signIn(ctx, browser, ` ${email.toUpperCase()} `);
    expect(isNew).toBe(true);
    expect(user).toMatchObject({ email, isAdmin: false, membershipTier: 'free', firstName: null });
    expect(user.username).toMatch(/^[a-z]+-\d{4}$/);
    expect(await (await browser.auth()).me()).toEqual(user);
    const feeds = await ctx.db
      .selectFrom('feeds')
      .where('userId', '=', user.id)
      .select('unread')
      .execute();
    expect(feeds).toEqual([{ unread: 0 }]);
  });

  it('finds the same account the next time, and says that it is not new', async () => {
    const email = newAddress();
    const first = await signIn(ctx, openBrowser(ctx), email);
    expect(first.isNew).toBe(true);
    const next = await signIn(ctx, openBrowser(ctx), email);
    expect(next).toEqual({ ...first, isNew: false });
  });

  it('is new in only one of two browsers that sign in at once', async () => {
    const email = newAddress();
    const browsers = ['10.2.0.1', '10.2.0.2'].map((ip) => openBrowser(ctx, { ip }));
    const first = await askForCode(ctx, browsers[0]!, email);
    const codes = [first, await askForCode(ctx, browsers[1]!, email)] as const;
    const users = await Promise.all(
      codes.map(async (code, n) => (await browsers[n]!.auth()).verify(code)),
    );
    expect(users.map(({ isNew }) => isNew).toSorted()).toEqual([false, true]);
    expect(users[0]?.id).toBe(users[1]?.id);
  });

  it.each([
    'jörg@exämple.de',
    'a@b.co',
    'a@mail.example.com',
    `${'x'.repeat(242)}@example.com`,
    "o'hara@example.com",
    'İ@example.com',
  ])('accepts the address %s', async (email) => {
    await signIn(ctx, openBrowser(ctx), email);
  });

  it.each([
    '',
    'nobody',
    '@example.com',
    'a@',
    'a@b',
    'a@localhost',
    'a@LOCALHOST',
    'a@sub.localhost',
    'a@printer.local',
    'deleted-1@deleted.invalid',
    'a@127.0.0.1',
    'a@example.com.',
    'a@.com',
    'a@exa..mple.com',
    'a@b@c',
    'a b@example.com',
    'a@example.com,b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\nx',
    'A <a@example.com>',
    'nul\0@example.com',
    'hidden\u200b@example.com',
    '\ud800@example.com',
    `${'x'.repeat(288)}@example.com`,
  ])('refuses the address %j', async (email) => {
    const caller = await openBrowser(ctx).auth();
    await expect(caller.sendCode({ email })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('picks another username when one is taken', async () => {
    const users = await Promise.all(
      Array.from({ length: 10 }, () =>
        signIn(ctx, openBrowser(ctx, { ip: `10.1.0.${++count}` }), newAddress()),
      ),
    );
    expect(new Set(users.map((user) => user.username)).size).toBe(10);
  });
});

describe('the limits', () => {
  const limited = expect.objectContaining({
    code: 'TOO_MANY_REQUESTS',
    cause: expect.objectContaining({ retryAfter: expect.any(Number) as number }) as unknown,
  }) as unknown;

  it('let one network request five codes an hour for an address, without blocking others', async () => {
    const email = newAddress();
    const ask = async (ip: string) => (await openBrowser(ctx, { ip }).auth()).sendCode({ email });
    for (let i = 0; i < 5; i++) await ask('10.3.0.1');
    const sixth = ask('10.3.0.1');
    await expect(sixth).rejects.toEqual(limited);
    await ask('10.3.0.2');
    const { cause } = (await sixth.catch((error: unknown) => error)) as {
      cause: { retryAfter: number };
    };
    expect(cause.retryAfter).toBeGreaterThan(3500);
    expect(cause.retryAfter).toBeLessThanOrEqual(3600);
  });

  it('do not let an IPv6 site use up all codes of an address', async () => {
    const email = newAddress();
    const ask = async (ip: string) => (await openBrowser(ctx, { ip }).auth()).sendCode({ email });
    for (let i = 0; i < 25; i++) await ask(`2001:db8:7:${i % 5}::1`);
    await expect(ask('2001:db8:7:5::1')).rejects.toEqual(limited);
    await ask('2001:db8:8::1');
  });

  it('let one network request twenty codes an hour', async () => {
    const ip = (i: number) => `2001:db8:1:2:${i.toString(16)}::1`;
    const send = async (i: number) =>
      (await openBrowser(ctx, { ip: ip(i) }).auth()).sendCode({ email: newAddress() });
    for (let i = 1; i <= 20; i++) await send(i);
    await expect(send(21)).rejects.toEqual(limited);
    const elsewhere = await openBrowser(ctx, { ip: '2001:db8:1:3::1' }).auth();
    await elsewhere.sendCode({ email: newAddress() });
  });

  it('let one network try ten codes a minute', async () => {
    const caller = await openBrowser(ctx).auth();
    const attempt = () => caller.verify({ token: 'unknown', code: '123456' });
    for (let i = 0; i < 10; i++)
      await expect(attempt()).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(attempt()).rejects.toEqual(limited);
  });
});

describe('a deactivated account', () => {
  it('gets a code like any other address, and is refused when it uses the code', async () => {
    const email = newAddress();
    await createTestUser(ctx.db, { email, deactivatedAt: new Date() });
    const browser = openBrowser(ctx);
    const pending = await askForCode(ctx, browser, email);
    await expect((await browser.auth()).verify(pending)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This account has been deactivated.',
    });
    expect(browser.cookies.session).toBeUndefined();
    await expect((await browser.auth()).verify(pending)).rejects.toEqual(
      refusal('no longer valid'),
    );
  });
});
