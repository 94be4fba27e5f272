import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Parts } from '../../parts.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { askForCode, openBrowser, signIn } from '../../test/browser.ts';
import { createTestParts } from '../../test/parts.ts';
import { createTestUser } from '../../test/users.ts';

let database: TestDatabase;
let parts: Parts;

beforeAll(async () => {
  database = await createTestDatabase();
  parts = createTestParts(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate rate_limits`.execute(parts.db);
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

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a first sign-in', () => {
  it('makes the account with a feed and a username that says nothing of the address', async () => {
    const browser = openBrowser(parts);
    const email = 'jane.q.public+market@example.com';
    const user = await signIn(parts, browser, ` ${email.toUpperCase()} `);
    expect(user).toMatchObject({ email, isAdmin: false, membershipTier: 'free', firstName: null });
    expect(user.username).toMatch(/^[a-z]+-\d{4}$/);
    expect(await (await browser.auth()).me()).toEqual(user);
    const feeds = await parts.db
      .selectFrom('feeds')
      .where('userId', '=', user.id)
      .select('unread')
      .execute();
    expect(feeds).toEqual([{ unread: 0 }]);
  });

  it('is the same account at the next one', async () => {
    const email = newAddress();
    const first = await signIn(parts, openBrowser(parts), email);
    expect(await signIn(parts, openBrowser(parts), email)).toEqual(first);
  });

  it.each([
    'jörg@exämple.de',
    'a@b',
    `${'x'.repeat(242)}@example.com`,
    "o'hara@example.com",
    'İ@example.com',
  ])('takes %s', async (email) => {
    await signIn(parts, openBrowser(parts), email);
  });

  it.each([
    '',
    'nobody',
    '@example.com',
    'a@',
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
  ])('refuses %j', async (email) => {
    const caller = await openBrowser(parts).auth();
    await expect(caller.sendCode({ email })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('finds another username when one is taken', async () => {
    const users = await Promise.all(
      Array.from({ length: 10 }, () =>
        signIn(parts, openBrowser(parts, { ip: `10.1.0.${++count}` }), newAddress()),
      ),
    );
    expect(new Set(users.map((user) => user.username)).size).toBe(10);
  });
});

describe('the code', () => {
  it('counts wrong tries, dies at the fifth, and then is refused even when right', async () => {
    const browser = openBrowser(parts);
    const { token, code } = await askForCode(parts, browser, newAddress());
    const wrong = { token, code: otherThan(code) };
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      await expect((await browser.auth()).verify(wrong)).rejects.toEqual(
        refusal(`This code is not right. You have ${left} left.`),
      );
    }
    await expect((await browser.auth()).verify(wrong)).rejects.toEqual(
      refusal('Too many wrong codes'),
    );
    await expect((await browser.auth()).verify({ token, code })).rejects.toEqual(
      refusal('Too many wrong codes'),
    );
    expect(await (await browser.auth()).me()).toBeNull();
  });

  it('is right at the fifth try after four wrong ones', async () => {
    const browser = openBrowser(parts);
    const { token, code } = await askForCode(parts, browser, newAddress());
    const caller = await browser.auth();
    for (let i = 0; i < 4; i++)
      await caller.verify({ token, code: otherThan(code) }).catch(() => undefined);
    await caller.verify({ token, code });
  });

  it('gives parallel wrong tries no extra ones', async () => {
    const browser = openBrowser(parts);
    const { token, code } = await askForCode(parts, browser, newAddress());
    const tries = await Promise.allSettled(
      Array.from({ length: 30 }, async (_, i) => {
        const caller = await openBrowser(parts, {
          ip: `10.2.0.${i}`,
          cookies: browser.cookies,
        }).auth();
        return caller.verify({ token, code: otherThan(code) });
      }),
    );
    const counted = tries.filter(
      (tried) => tried.status === 'rejected' && /not right/.test(String(tried.reason)),
    );
    expect(counted).toHaveLength(4);
    await expect((await browser.auth()).verify({ token, code })).rejects.toEqual(
      refusal('Too many wrong codes'),
    );
  });

  it('signs in once when used at the same moment, and is then of no use', async () => {
    const browser = openBrowser(parts);
    const email = newAddress();
    const pending = await askForCode(parts, browser, email);
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, async () => {
        return (await openBrowser(parts, { cookies: { ...browser.cookies } }).auth()).verify(
          pending,
        );
      }),
    );
    expect(tries.filter((tried) => tried.status === 'fulfilled')).toHaveLength(1);
    await expect((await browser.auth()).verify(pending)).rejects.toEqual(
      refusal('no longer valid'),
    );
    const sessions = await parts.db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.userId')
      .where('u.email', '=', email)
      .select('s.id')
      .execute();
    expect(sessions).toHaveLength(1);
  });

  it('is over after ten minutes', async () => {
    const browser = openBrowser(parts);
    const email = newAddress();
    const pending = await askForCode(parts, browser, email);
    const life = await parts.db
      .selectFrom('signInCodes')
      .select(sql<number>`extract(epoch from expires_at - created_at)::int`.as('seconds'))
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(life.seconds).toBe(600);
    await parts.db
      .updateTable('signInCodes')
      .set({ expiresAt: sql<Date>`now()` })
      .where('email', '=', email)
      .execute();
    await expect((await browser.auth()).verify(pending)).rejects.toEqual(refusal('has expired'));
  });

  it('is replaced by the next one', async () => {
    const browser = openBrowser(parts);
    const email = newAddress();
    const first = await askForCode(parts, browser, email);
    const second = await askForCode(parts, browser, email);
    await expect((await browser.auth()).verify(first)).rejects.toEqual(refusal('no longer valid'));
    await (await browser.auth()).verify(second);
  });

  it('is of no use in another browser', async () => {
    const asked = openBrowser(parts);
    const pending = await askForCode(parts, asked, newAddress());
    const bare = await openBrowser(parts).auth();
    await expect(bare.verify(pending)).rejects.toEqual(
      refusal('in the browser in which you asked'),
    );
    const other = await openBrowser(parts, { cookies: { browser: 'another' } }).auth();
    await expect(other.verify(pending)).rejects.toEqual(refusal('no longer valid'));
    await (await asked.auth()).verify(pending);
  });

  it.each(['12345', '1234567', '12345a', '１２３４５６'])(
    'has six digits, unlike %s',
    async (code) => {
      const caller = await openBrowser(parts).auth();
      await expect(caller.verify({ token: 'any', code })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    },
  );
});

describe('the limits', () => {
  const limited = expect.objectContaining({
    code: 'TOO_MANY_REQUESTS',
    cause: expect.objectContaining({ retryAfter: expect.any(Number) as number }) as unknown,
  }) as unknown;

  it('send five codes an hour to an address, wherever they are asked for', async () => {
    const email = newAddress();
    for (let i = 0; i < 5; i++) {
      await (await openBrowser(parts, { ip: `10.3.0.${i}` }).auth()).sendCode({ email });
    }
    const sixth = (await openBrowser(parts, { ip: '10.3.0.9' }).auth()).sendCode({ email });
    await expect(sixth).rejects.toEqual(limited);
    const { cause } = (await sixth.catch((error: unknown) => error)) as {
      cause: { retryAfter: number };
    };
    expect(cause.retryAfter).toBeGreaterThan(3500);
    expect(cause.retryAfter).toBeLessThanOrEqual(3600);
  });

  it('send twenty codes an hour to one network', async () => {
    const ip = (i: number) => `2001:db8:1:2:${i.toString(16)}::1`;
    const send = async (i: number) =>
      (await openBrowser(parts, { ip: ip(i) }).auth()).sendCode({ email: newAddress() });
    for (let i = 1; i <= 20; i++) await send(i);
    await expect(send(21)).rejects.toEqual(limited);
    const elsewhere = await openBrowser(parts, { ip: '2001:db8:1:3::1' }).auth();
    await elsewhere.sendCode({ email: newAddress() });
  });

  it('let one network try ten codes a minute', async () => {
    const caller = await openBrowser(parts).auth();
    const attempt = () => caller.verify({ token: 'unknown', code: '123456' });
    for (let i = 0; i < 10; i++)
      await expect(attempt()).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(attempt()).rejects.toEqual(limited);
  });
});

describe('a deactivated account', () => {
  it('gets a code like anyone and is refused with it', async () => {
    const email = newAddress();
    await createTestUser(parts.db, { email, deactivatedAt: new Date() });
    const browser = openBrowser(parts);
    const pending = await askForCode(parts, browser, email);
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
