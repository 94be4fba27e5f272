import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { askForCode, openBrowser } from '../../test/browser.ts';
import { queuedMails } from '../../test/mail.ts';
import { createTestContext } from '../../test/app-context.ts';

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

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

describe('the code', () => {
  it('becomes invalid at the fifth wrong try, and is then refused even when right', async () => {
    const browser = openBrowser(ctx);
    const { token, code } = await askForCode(ctx, browser, newAddress());
    const wrong = { token, code: otherThan(code) };
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      await expect((await browser.auth()).verify(wrong)).rejects.toEqual(
        refusal(`That code isn't right. You have ${left} left.`),
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

  it('is accepted after four wrong tries', async () => {
    const browser = openBrowser(ctx);
    const { token, code } = await askForCode(ctx, browser, newAddress());
    const caller = await browser.auth();
    for (let i = 0; i < 4; i++)
      await caller.verify({ token, code: otherThan(code) }).catch(() => undefined);
    await caller.verify({ token, code });
  });

  it('allows no more tries in parallel than in sequence', async () => {
    const browser = openBrowser(ctx);
    const { token, code } = await askForCode(ctx, browser, newAddress());
    const tries = await Promise.allSettled(
      Array.from({ length: 30 }, async (_, i) => {
        const caller = await openBrowser(ctx, {
          ip: `10.2.0.${i}`,
          cookies: browser.cookies,
        }).auth();
        return caller.verify({ token, code: otherThan(code) });
      }),
    );
    const counted = tries.filter(
      (tried) => tried.status === 'rejected' && /isn't right/.test(String(tried.reason)),
    );
    expect(counted).toHaveLength(4);
    await expect((await browser.auth()).verify({ token, code })).rejects.toEqual(
      refusal('Too many wrong codes'),
    );
  });

  it('signs in only once when used several times at the same moment', async () => {
    const browser = openBrowser(ctx);
    const email = newAddress();
    const pending = await askForCode(ctx, browser, email);
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, async () => {
        return (await openBrowser(ctx, { cookies: { ...browser.cookies } }).auth()).verify(pending);
      }),
    );
    expect(tries.filter((tried) => tried.status === 'fulfilled')).toHaveLength(1);
    await expect((await browser.auth()).verify(pending)).rejects.toEqual(
      refusal('no longer valid'),
    );
    const sessions = await ctx.db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.userId')
      .where('u.email', '=', email)
      .select('s.id')
      .execute();
    expect(sessions).toHaveLength(1);
  });

  it('expires after ten minutes', async () => {
    const browser = openBrowser(ctx);
    const email = newAddress();
    const pending = await askForCode(ctx, browser, email);
    const life = await ctx.db
      .selectFrom('pendingSignIns')
      .select(sql<number>`extract(epoch from expires_at - created_at)::int`.as('seconds'))
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(life.seconds).toBe(600);
    await ctx.db
      .updateTable('pendingSignIns')
      .set({ expiresAt: sql<Date>`now()` })
      .where('email', '=', email)
      .execute();
    await expect((await browser.auth()).verify(pending)).rejects.toEqual(refusal('has expired'));
  });

  it('is replaced by the next code of the same browser', async () => {
    const browser = openBrowser(ctx);
    const email = newAddress();
    const first = await askForCode(ctx, browser, email);
    const second = await askForCode(ctx, browser, email);
    await expect((await browser.auth()).verify(first)).rejects.toEqual(refusal('no longer valid'));
    await (await browser.auth()).verify(second);
  });

  it('stays valid when other browsers request codes for the same address', async () => {
    const email = newAddress();
    const owner = openBrowser(ctx, { ip: '10.4.0.1' });
    const pending = await askForCode(ctx, owner, email);
    for (let i = 0; i < 4; i++) await askForCode(ctx, openBrowser(ctx), email);
    await (await owner.auth()).verify(pending);
  });

  it('is emailed even if another browser requests one before the email is sent', async () => {
    const email = newAddress();
    const owner = openBrowser(ctx);
    const { token, code } = await askForCode(ctx, owner, email);
    await askForCode(ctx, openBrowser(ctx), email);
    const mails = await queuedMails(ctx, email);
    expect(mails.filter(({ text }) => text.includes(code))).toHaveLength(1);
    expect(mails).toHaveLength(2);
    await (await owner.auth()).verify({ token, code });
  });

  it('is one of at most three per address, even if many browsers request one at once', async () => {
    const email = newAddress();
    const ask = async (ip: string) => (await openBrowser(ctx, { ip }).auth()).sendCode({ email });
    await Promise.all(Array.from({ length: 12 }, (_, i) => ask(`10.5.0.${i}`)));
    const codes = await ctx.db
      .selectFrom('pendingSignIns')
      .select('email')
      .where('email', '=', email)
      .execute();
    expect(codes).toHaveLength(3);
  });

  it('displaces a code of the network that has the most, never the oldest code', async () => {
    const email = newAddress();
    const stranger = (i: number) => openBrowser(ctx, { ip: '10.6.0.1', userAgent: `${i}` });
    for (let i = 0; i < 3; i++) await askForCode(ctx, stranger(i), email);
    const owner = openBrowser(ctx, { ip: '10.6.0.2' });
    const pending = await askForCode(ctx, owner, email);
    for (let i = 3; i < 5; i++) await askForCode(ctx, stranger(i), email);
    await (await owner.auth()).verify(pending);
  });

  it('stays valid when one IPv6 site requests codes from many networks', async () => {
    const email = newAddress();
    const stranger = (i: number) => openBrowser(ctx, { ip: `2001:db8:9:${i}::1` });
    for (let i = 0; i < 2; i++) await askForCode(ctx, stranger(i), email);
    const owner = openBrowser(ctx, { ip: '10.6.1.2' });
    const pending = await askForCode(ctx, owner, email);
    for (let i = 2; i < 5; i++) await askForCode(ctx, stranger(i), email);
    await (await owner.auth()).verify(pending);
  });

  it('is refused in another browser', async () => {
    const asked = openBrowser(ctx);
    const pending = await askForCode(ctx, asked, newAddress());
    const bare = await openBrowser(ctx).auth();
    await expect(bare.verify(pending)).rejects.toEqual(
      refusal('in the browser where you requested it'),
    );
    const other = await openBrowser(ctx, { cookies: { browser: 'another' } }).auth();
    await expect(other.verify(pending)).rejects.toEqual(refusal('no longer valid'));
    await (await asked.auth()).verify(pending);
  });

  it.each(['12345', '1234567', '12345a', '１２３４５６'])(
    'must have six digits, unlike %s',
    async (code) => {
      const caller = await openBrowser(ctx).auth();
      await expect(caller.verify({ token: 'any', code })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    },
  );
});
