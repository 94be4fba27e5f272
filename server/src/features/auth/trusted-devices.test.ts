import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { askForCode, openBrowser, signIn, type TestBrowser } from '../../test/browser.ts';
import { queuedMails } from '../../test/mail.ts';
import type { Connection } from '../../realtime/subscribe.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createRecordingHub, createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { forgetDevices } from './trusted-devices.ts';

let database: TestDatabase;
let ctx: AppContext;
const hub = createRecordingHub();

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database, { hub });
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate rate_limits`.execute(ctx.db);
  hub.closedSessions.length = 0;
});

let count = 0;
const newAddress = () => `person${++count}@example.com`;

describe('a trusted device', () => {
  it('signs in without a code even past the limit, and ends the earlier session', async () => {
    const browser = openBrowser(ctx);
    const email = newAddress();
    const user = await signIn(ctx, browser, email);
    for (let i = 0; i < 4; i++) await (await openBrowser(ctx).auth()).sendCode({ email });
    const before = browser.cookies.session;
    const session = await ctx.db
      .selectFrom('sessions')
      .where('userId', '=', user.id)
      .select('id')
      .executeTakeFirstOrThrow();
    const answer = await (await browser.auth()).sendCode({ email });
    expect(answer).toEqual({ isReturningUser: true, token: null });
    expect(browser.cookies.session).not.toBe(before);
    expect(hub.closedSessions).toEqual([session.id]);
    expect(await (await openBrowser(ctx, { cookies: { session: before } }).auth()).me()).toBeNull();
    expect({ ...(await (await browser.auth()).me()), isNew: true }).toEqual(user);
  });

  it('is not limited by others in the same network', async () => {
    const browser = openBrowser(ctx);
    const email = newAddress();
    await signIn(ctx, browser, email);
    for (let i = 0; i < 20; i++) {
      await (
        await openBrowser(ctx).auth()
      )
        .sendCode({ email: i < 6 ? email : newAddress() })
        .catch(() => undefined);
    }
    expect(await (await browser.auth()).sendCode({ email })).toMatchObject({
      isReturningUser: true,
    });
  });

  it('is bound to its account', async () => {
    const browser = openBrowser(ctx);
    await signIn(ctx, browser, newAddress());
    const other = newAddress();
    await createTestUser(ctx.db, { email: other });
    await askForCode(ctx, browser, other);
  });

  it('is not created if the box is not checked', async () => {
    const browser = openBrowser(ctx);
    const email = newAddress();
    const pending = await askForCode(ctx, browser, email);
    await (await browser.auth()).verify({ ...pending, trustDevice: false });
    expect(browser.cookies.device).toBeUndefined();
    await askForCode(ctx, browser, email);
  });

  it('is no longer trusted once forgotten, expired, or its account deactivated', async () => {
    const email = newAddress();
    const [dropped, old, deactivated] = [openBrowser(ctx), openBrowser(ctx), openBrowser(ctx)];
    const user = await signIn(ctx, dropped, email);
    await forgetDevices(ctx.db, user.id);
    await askForCode(ctx, dropped, email);
    await sql`truncate rate_limits`.execute(ctx.db);
    await signIn(ctx, old, email);
    await ctx.db
      .updateTable('trustedDevices')
      .set({ expiresAt: sql<Date>`now()` })
      .where('userId', '=', user.id)
      .execute();
    await askForCode(ctx, old, email);
    await signIn(ctx, deactivated, email);
    await ctx.db
      .updateTable('users')
      .set({ deactivatedAt: new Date() })
      .where('id', '=', user.id)
      .execute();
    await askForCode(ctx, deactivated, email);
  });

  it('is forgotten at sign-out only if requested', async () => {
    const browser = openBrowser(ctx);
    const email = newAddress();
    await signIn(ctx, browser, email);
    await (await browser.auth()).signOut();
    expect(await (await browser.auth()).me()).toBeNull();
    expect(await (await browser.auth()).sendCode({ email })).toMatchObject({
      isReturningUser: true,
    });
    const copied = openBrowser(ctx, { cookies: { device: browser.cookies.device } });
    await (await browser.auth()).signOut({ forgetDevice: true });
    expect(browser.cookies).toMatchObject({ session: undefined, device: undefined });
    await askForCode(ctx, copied, email);
  });

  it('is forgotten when another account is trusted in the same browser', async () => {
    const browser = openBrowser(ctx);
    const first = newAddress();
    await signIn(ctx, browser, first);
    const copied = openBrowser(ctx, { cookies: { device: browser.cookies.device } });
    await signIn(ctx, browser, newAddress());
    await askForCode(ctx, copied, first);
  });
});

describe('the cookie of a trusted device', () => {
  const sessionsOf = async (userId: string) => {
    const rows = await ctx.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', userId)
      .execute();
    return rows.map(({ id }) => id);
  };
  const signInAgain = async (browser: TestBrowser, email: string) =>
    (await (await browser.auth()).sendCode({ email })).isReturningUser;
  const passGrace = () =>
    sql`update trusted_devices set rotated_at = rotated_at - interval '11 seconds'`.execute(ctx.db);

  it('changes with each use', async () => {
    const browser = openBrowser(ctx);
    const email = newAddress();
    await signIn(ctx, browser, email);
    const seen = new Set([browser.cookies.device]);
    for (let i = 1; i <= 3; i++) {
      expect(await signInAgain(browser, email)).toBe(true);
      seen.add(browser.cookies.device);
      expect(seen.size).toBe(i + 1);
    }
  });

  it('ends the trust and all sessions of its device when an old cookie is used', async () => {
    const browser = openBrowser(ctx);
    const email = newAddress();
    const user = await signIn(ctx, browser, email);
    const elsewhere = openBrowser(ctx);
    await signIn(ctx, elsewhere, email);
    const thief = openBrowser(ctx, { cookies: { device: browser.cookies.device } });
    expect(await signInAgain(thief, email)).toBe(true);
    await passGrace();
    const before = await sessionsOf(user.id);

    await askForCode(ctx, browser, email);
    expect(browser.cookies.device).toBeUndefined();
    expect(await (await thief.auth()).me()).toBeNull();
    expect(await (await browser.auth()).me()).toBeNull();
    expect({ ...(await (await elsewhere.auth()).me()), isNew: true }).toEqual(user);
    const left = await sessionsOf(user.id);
    expect(hub.closedSessions.toSorted()).toEqual(
      before.filter((id) => !left.includes(id)).toSorted(),
    );
    await askForCode(ctx, thief, email);
    const mails = await queuedMails(ctx, email);
    expect(mails.filter(({ subject }) => /trusted device/i.test(subject))).toHaveLength(1);
  });

  it('may be reused for a few seconds by the same browser, as by two tabs', async () => {
    const browser = openBrowser(ctx);
    const email = newAddress();
    await signIn(ctx, browser, email);
    const tabs = [1, 2, 3].map(() => openBrowser(ctx, { cookies: { ...browser.cookies } }));
    const answers = await Promise.all(tabs.map((tab) => signInAgain(tab, email)));
    expect(answers).toEqual([true, true, true]);
    expect(new Set(tabs.map(({ cookies }) => cookies.device)).size).toBe(1);
    await passGrace();
    expect(await signInAgain(tabs[2]!, email)).toBe(true);
  });

  it('must not be reused in another browser', async () => {
    const browser = openBrowser(ctx);
    const email = newAddress();
    await signIn(ctx, browser, email);
    const { device } = browser.cookies;
    expect(await signInAgain(browser, email)).toBe(true);
    await askForCode(ctx, openBrowser(ctx, { cookies: { device }, userAgent: 'curl' }), email);
    await askForCode(ctx, browser, email);
  });

  it('stays valid if it was created before cookies changed with each use', async () => {
    const browser = openBrowser(ctx);
    const email = newAddress();
    await signIn(ctx, browser, email);
    await sql`update trusted_devices set family_hash = null`.execute(ctx.db);
    const old = openBrowser(ctx, { cookies: { device: browser.cookies.device } });
    expect(await signInAgain(browser, email)).toBe(true);
    expect(browser.cookies.device).not.toBe(old.cookies.device);
    await passGrace();
    await askForCode(ctx, old, email);
    await askForCode(ctx, browser, email);
  });

  it('is not replaced over a WebSocket, which cannot set the next one', async () => {
    const browser = openBrowser(ctx);
    const email = newAddress();
    await signIn(ctx, browser, email);
    const socket = openBrowser(ctx, {
      cookies: { device: browser.cookies.device },
      connection: {} as Connection,
    });
    expect(await signInAgain(socket, email)).toBe(false);
    expect(await signInAgain(browser, email)).toBe(true);
  });
});

describe('a sign-in with a code', () => {
  const notices = async (email: string) =>
    (await queuedMails(ctx, email)).filter(({ subject }) => /new sign-in/i.test(subject));

  it('is reported by email to an existing account, with the device', async () => {
    const email = newAddress();
    const userAgent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const browser = openBrowser(ctx, { userAgent });
    await signIn(ctx, browser, email);
    expect(await notices(email)).toEqual([]);
    await (await browser.auth()).sendCode({ email });
    expect(await notices(email)).toEqual([]);
    await signIn(ctx, openBrowser(ctx, { userAgent }), email);
    const [notice, ...more] = await notices(email);
    expect(more).toEqual([]);
    expect(notice?.text).toContain('Firefox on Windows');
    expect(notice?.text).toContain('/settings');
  });
});

describe('signing out', () => {
  it('ends the session and its sockets, and does nothing when signed out', async () => {
    const browser = openBrowser(ctx);
    const user = await signIn(ctx, browser, newAddress());
    const { id } = await ctx.db
      .selectFrom('sessions')
      .where('userId', '=', user.id)
      .select('id')
      .executeTakeFirstOrThrow();
    const copied = openBrowser(ctx, { cookies: { session: browser.cookies.session } });
    await (await browser.auth()).signOut();
    expect(hub.closedSessions).toEqual([id]);
    expect(await (await copied.auth()).me()).toBeNull();
    await (await browser.auth()).signOut();
  });
});
