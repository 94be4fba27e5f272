import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { codeOf } from '../../test/app-code.ts';
import { createTestContext } from '../../test/app-context.ts';
import { openBrowser, signIn, type TestBrowser } from '../../test/browser.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createAuthenticator, enrollApp, reachSecondStep } from './factors.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;

/** The beginning of a time step, so that a test does not cross into the next one. */
const start = Math.ceil(Date.now() / 30_000) * 30_000;
const step = 30_000;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate rate_limits`.execute(ctx.db);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

let count = 0;
const newEmail = () => `app${++count}@example.com`;
const wrong = { code: 'BAD_REQUEST', cause: { issues: [{ path: 'code' }] } };

/** Begins a sign-in of an enrolled user in a new browser. `prove` completes it. */
async function atSecondStep() {
  const email = newEmail();
  const enrolled = await enrollApp(ctx, openBrowser(ctx), email);
  // The code that added the app is used up.
  vi.setSystemTime(start + 2 * step);
  const browser = openBrowser(ctx);
  const { token, methods } = await reachSecondStep(ctx, browser, email);
  const prove = async (proof: { code?: string; recoveryCode?: string }, from = browser) =>
    (await from.auth()).verifySecondFactor({ token, ...proof });
  return { ...enrolled, email, browser, methods, prove };
}

const signedInAs = async (browser: TestBrowser) => (await (await browser.auth()).me())?.id;

describe('an authenticator app', () => {
  it('is asked for after the emailed code, and its code completes the sign-in', async () => {
    const { user, browser, methods, prove, codeAt } = await atSecondStep();
    expect(methods).toEqual(['code', 'recoveryCode']);
    const code = codeAt(Date.now());
    expect(await prove({ code: `${code.slice(0, 3)} ${code.slice(3)}` })).toEqual({
      ...user,
      isNew: false,
    });
    expect(await signedInAs(browser)).toBe(user.id);
  });

  it('is in use only after its first right code', async () => {
    const [browser, email] = [openBrowser(ctx), newEmail()];
    await signIn(ctx, browser, email);
    const { totp } = await browser.call();
    await expect(totp.confirm({ code: '123456' })).rejects.toThrow('Scan a new QR code');
    const app = await totp.begin();
    expect(app.uri).toContain(encodeURIComponent(email));
    expect(app.qr).toMatch(/^<svg/);
    await expect(totp.confirm({ code: '000000' })).rejects.toMatchObject(wrong);
    expect(await signIn(ctx, openBrowser(ctx), email)).toMatchObject({ email });
    expect(await totp.status()).toMatchObject({ authenticatorApp: false, recoveryCodes: 0 });
  });

  it('accepts the code of one step before or after, and each step once and in order', async () => {
    const { prove, codeAt } = await atSecondStep();
    const now = Date.now();
    await expect(prove({ code: codeAt(now - 2 * step) })).rejects.toMatchObject(wrong);
    await expect(prove({ code: codeAt(now + 2 * step) })).rejects.toMatchObject(wrong);
    await prove({ code: codeAt(now - step) });
    await expect(prove({ code: codeAt(now - step) })).rejects.toMatchObject(wrong);
    const tries = await Promise.allSettled([1, 2].map(() => prove({ code: codeAt(now + step) })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(prove({ code: codeAt(now) })).rejects.toMatchObject(wrong);
  });

  it('refuses even the right code after five wrong ones, however they arrive', async () => {
    const { prove, codeAt, recoveryCodes } = await atSecondStep();
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, () => prove({ code: '000000' })),
    );
    const reasons = tries.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'));
    expect(reasons.filter((code) => code === 'BAD_REQUEST')).toHaveLength(5);
    expect(reasons.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(7);
    const waiting = {
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringContaining('Too many wrong'),
    };
    await expect(prove({ code: codeAt(Date.now()) })).rejects.toMatchObject(waiting);
    await expect(prove({ recoveryCode: recoveryCodes[0] ?? '' })).rejects.toMatchObject(waiting);
  });

  it('is logged as refused after a wrong code, and as a sign-in after the right one', async () => {
    const { prove, codeAt, browser } = await atSecondStep();
    await expect(prove({ code: '000000' })).rejects.toMatchObject(wrong);
    await prove({ code: codeAt(Date.now()) });
    const { items } = await (await browser.call()).account.signIns({});
    expect(items.map(({ outcome }) => outcome)).toEqual(['signed-in', 'refused', 'signed-in']);
  });

  it('does not count right codes as tries', async () => {
    const { prove, codeAt } = await atSecondStep();
    for (let round = 0; round < 7; round++) {
      await prove({ code: codeAt(Date.now()) });
      vi.setSystemTime(Date.now() + step);
    }
  });

  it('has one app per user, and is replaced after it is removed', async () => {
    const browser = openBrowser(ctx);
    const { app } = await enrollApp(ctx, browser, newEmail());
    await expect((await browser.call()).totp.begin()).rejects.toThrow('already have');
    await (await browser.call()).totp.remove();
    await expect((await browser.call()).totp.remove()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await (await browser.call()).totp.begin()).secret).not.toBe(app.secret);
  });

  it('stores neither its secret nor recovery codes in readable form', async () => {
    const { app, recoveryCodes } = await enrollApp(ctx, openBrowser(ctx), newEmail());
    const { rows } = await sql<{
      text: string;
    }>`select coalesce(string_agg(t, ''), '') as text from (
      select a::text as t from authenticator_apps a union all
      select encode(code_hash, 'escape') from recovery_codes) x`.execute(ctx.db);
    const stored = rows[0]?.text ?? '';
    expect(stored.length).toBeGreaterThan(100);
    for (const secret of [app.secret, ...recoveryCodes]) expect(stored).not.toContain(secret);
  });
});

describe('the second step', () => {
  it('is valid only in the browser of the code, and for ten minutes', async () => {
    const { prove, codeAt, browser } = await atSecondStep();
    const proof = { code: codeAt(Date.now()) };
    const noLonger = { code: 'BAD_REQUEST', message: expect.stringContaining('no longer valid') };
    await expect(prove(proof, openBrowser(ctx))).rejects.toMatchObject(noLonger);
    vi.setSystemTime(Date.now() + 10 * 60_000);
    await expect(prove({ code: codeAt(Date.now()) })).rejects.toMatchObject(noLonger);
    expect(browser.cookies.session).toBeUndefined();
  });

  it('needs exactly one proof', async () => {
    const { prove, codeAt, recoveryCodes } = await atSecondStep();
    await expect(prove({})).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const both = { code: codeAt(Date.now()), recoveryCode: recoveryCodes[0] ?? '' };
    await expect(prove(both)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('trusts the device only after the factor, and forgets devices that were trusted before', async () => {
    const [old, email] = [openBrowser(ctx), newEmail()];
    const { codeAt } = await enrollApp(ctx, old, email);
    expect(await (await old.auth()).sendCode({ email })).toMatchObject({ isReturningUser: false });
    vi.setSystemTime(start + 2 * step);
    const browser = openBrowser(ctx);
    const { token } = await reachSecondStep(ctx, browser, email);
    expect(browser.cookies.device).toBeUndefined();
    await (await browser.auth()).verifySecondFactor({ token, code: codeAt(Date.now()) });
    expect(await (await browser.auth()).sendCode({ email })).toMatchObject({
      isReturningUser: true,
    });
    // The device stands for both factors at the sign-in, but it does not confirm anything.
    expect((await (await browser.call()).totp.status()).confirmed).toBe(false);
  });
});

describe('recovery codes', () => {
  it('work once each, also when several calls use one at once', async () => {
    const { prove, recoveryCodes, browser, user } = await atSecondStep();
    const [first = '', second = ''] = recoveryCodes;
    const tries = await Promise.allSettled([1, 2, 3].map(() => prove({ recoveryCode: first })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await signedInAs(browser)).toBe(user.id);
    await prove({ recoveryCode: second.toUpperCase().replace('-', ' ') });
    expect((await (await browser.call()).totp.status()).recoveryCodes).toBe(8);
  });

  it('are replaced by a new set, which needs a second factor', async () => {
    const { prove, recoveryCodes, browser } = await atSecondStep();
    await prove({ recoveryCode: recoveryCodes[0] ?? '' });
    const renewed = await (await browser.call()).totp.recoveryCodes();
    expect(renewed.recoveryCodes).toHaveLength(10);
    await expect(prove({ recoveryCode: recoveryCodes[1] ?? '' })).rejects.toThrow('used before');
    const plain = openBrowser(ctx);
    await signIn(ctx, plain, newEmail());
    const { totp } = await plain.call();
    await expect(totp.recoveryCodes()).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('a confirmation', () => {
  const token = { name: 'Script', scope: 'read' as const };
  const refused = { code: 'FORBIDDEN', cause: { factor: { need: 'CONFIRM' } } };

  it('is needed ten minutes after the last proof, and then lets the call through', async () => {
    const { prove, codeAt, browser, email } = await atSecondStep();
    await prove({ code: codeAt(Date.now()) });
    await (await browser.call()).tokens.create(token);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    const call = await browser.call();
    for (const act of [
      () => call.tokens.create(token),
      () => call.account.exportData(),
      () => call.account.deleteAccount({ email }),
      () =>
        call.webhooks.create({ url: 'https://hooks.example.com/', events: ['message.received'] }),
      () => call.passkeys.registerOptions(),
      () => call.passkeys.register({ response: createAuthenticator().create({ challenge: 'x' }) }),
      () => call.totp.remove(),
      () => call.totp.recoveryCodes(),
    ]) {
      await expect(act()).rejects.toMatchObject(refused);
    }
    await expect(call.auth.confirm({ code: '000000' })).rejects.toMatchObject(wrong);
    await call.auth.confirm({ code: codeAt(Date.now()) });
    await (await browser.call()).tokens.create(token);
    await (await browser.call()).totp.remove();
  });

  it('is not needed by users without a factor', async () => {
    const browser = openBrowser(ctx);
    await signIn(ctx, browser, newEmail());
    await (await browser.call()).tokens.create(token);
  });
});

describe('an admin', () => {
  async function admin() {
    const [browser, email] = [openBrowser(ctx), newEmail()];
    const { id } = await signIn(ctx, browser, email);
    await ctx.db.updateTable('users').set({ isAdmin: true }).where('id', '=', id).execute();
    return { id, browser, email };
  }
  const stats = async (browser: TestBrowser) => (await browser.call()).admin.stats();

  it('needs a second factor after the grace, which begins when they become one', async () => {
    const { browser, id } = await admin();
    await stats(browser);
    const { adminUntil } = await (await browser.call()).totp.status();
    expect(Math.round((Date.parse(adminUntil ?? '') - Date.now()) / 86_400_000)).toBe(7);
    await sql`update users set admin_since = now() - interval '8 days' where id = ${id}`.execute(
      ctx.db,
    );
    await expect(stats(browser)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('/settings#second-factor'),
      cause: { factor: { need: 'ENROLL' } },
    });
    const app = await (await browser.call()).totp.begin();
    await (await browser.call()).totp.confirm({ code: codeOf(app.secret) });
    await stats(browser);
    expect((await (await browser.call()).totp.status()).adminUntil).toBeNull();
  });

  it('needs one at once without a grace', async () => {
    // The database has its own clock, which is later than a frozen one.
    vi.useRealTimers();
    const { browser } = await admin();
    const strict = openBrowser({ ...ctx, config: { ...ctx.config, adminGraceDays: 0 } }, browser);
    await expect(stats(strict)).rejects.toMatchObject({ cause: { factor: { need: 'ENROLL' } } });
  });

  it('must have proved the factor in this session, even within the grace', async () => {
    const { browser, email } = await admin();
    const enrolled = openBrowser(ctx);
    await enrollApp(ctx, enrolled, email);
    await stats(enrolled);
    await expect(stats(browser)).rejects.toMatchObject({ cause: { factor: { need: 'CONFIRM' } } });
  });
});
