import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { askForCode, openBrowser, signIn } from '../../test/browser.ts';
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

describe('wrong codes over the life of an address', () => {
  const failBefore = async (email: string, failures: number) => {
    const addressHash = ctx.secrets.hash('sign-in-address', email);
    await ctx.db.insertInto('signInFailures').values({ addressHash, failures }).execute();
  };
  const passDelay = () =>
    sql`update sign_in_failures set next_try_at = now() - interval '1 second'`.execute(ctx.db);
  const waitOf = async (tried: Promise<unknown>) => {
    const refused = (await tried.then(
      () => null,
      (error: unknown) => error,
    )) as { code: string; cause: { retryAfter?: number } } | null;
    return refused?.code === 'TOO_MANY_REQUESTS' ? refused.cause.retryAfter : undefined;
  };

  it('email the owner at the hundredth, and delay tries from then on', async () => {
    const email = newAddress();
    await failBefore(email, 98);
    const browser = openBrowser(ctx);
    const { token, code } = await askForCode(ctx, browser, email);
    const attempt = async (tried: string) => (await browser.auth()).verify({ token, code: tried });
    const warnings = async () =>
      (await queuedMails(ctx, email)).filter(({ subject }) => /wrong/i.test(subject));
    await expect(attempt(otherThan(code))).rejects.toEqual(refusal('You have 4 tries left'));
    expect(await warnings()).toEqual([]);
    await expect(attempt(otherThan(code))).rejects.toEqual(refusal('You have 3 tries left'));
    expect((await warnings())[0]?.text).toContain('100 wrong sign-in codes');

    const wait = await waitOf(attempt(code));
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
    await passDelay();
    await attempt(code);
    expect(await warnings()).toHaveLength(1);
  });

  it('double the delay each time, up to a day, until a code is right', async () => {
    const email = newAddress();
    await failBefore(email, 100);
    const browser = openBrowser(ctx);
    const waits: (number | undefined)[] = [];
    const { token, code } = await askForCode(ctx, browser, email);
    for (let i = 0; i < 3; i++) {
      await (await browser.auth()).verify({ token, code: otherThan(code) }).catch(() => undefined);
      waits.push(await waitOf((await browser.auth()).verify({ token, code })));
      await passDelay();
    }
    expect(waits.map((seconds) => Math.ceil((seconds ?? 0) / 60))).toEqual([1, 2, 4]);
    await sql`update sign_in_failures set delays = 40`.execute(ctx.db);
    await (await browser.auth()).verify({ token, code: otherThan(code) }).catch(() => undefined);
    const longest = await waitOf((await browser.auth()).verify({ token, code }));
    expect(longest).toBeGreaterThan(24 * 60 * 60 - 60);
    expect(longest).toBeLessThanOrEqual(24 * 60 * 60);
    await passDelay();
    await (await browser.auth()).verify({ token, code });

    const later = openBrowser(ctx);
    const next = await askForCode(ctx, later, email);
    await (
      await later.auth()
    )
      .verify({ token: next.token, code: otherThan(next.code) })
      .catch(() => undefined);
    expect(await waitOf((await later.auth()).verify(next))).toBeLessThanOrEqual(60);
  });

  it('do not delay a trusted browser', async () => {
    const email = newAddress();
    const trusted = openBrowser(ctx);
    await signIn(ctx, trusted, email);
    await failBefore(email, 150);
    const stranger = openBrowser(ctx, { ip: '10.7.0.1' });
    const { token, code } = await askForCode(ctx, stranger, email);
    await (await stranger.auth()).verify({ token, code: otherThan(code) }).catch(() => undefined);
    await (await trusted.auth()).signOut();
    const answer = await (await trusted.auth()).sendCode({ email });
    expect(answer).toEqual({ isReturningUser: true, token: null });
  });

  it('allow no extra tries in parallel during a delay', async () => {
    const email = newAddress();
    await failBefore(email, 100);
    const browser = openBrowser(ctx);
    const { token, code } = await askForCode(ctx, browser, email);
    const tries = Array.from({ length: 5 }, async () =>
      (await browser.auth()).verify({ token, code: otherThan(code) }),
    );
    const waits = await Promise.all(tries.map(waitOf));
    expect(waits.filter((wait) => wait !== undefined)).toHaveLength(4);
  });
});
