import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Parts } from '../../parts.ts';
import { askForCode, openBrowser, signIn, type TestBrowser } from '../../test/browser.ts';
import { queuedMails } from '../../test/mail.ts';
import type { Connection } from '../../realtime/connection.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createRecordingHub, createTestParts } from '../../test/parts.ts';
import { createTestUser } from '../../test/users.ts';
import { forgetDevices } from './trusted-devices.ts';

let database: TestDatabase;
let parts: Parts;
const hub = createRecordingHub();

beforeAll(async () => {
  database = await createTestDatabase();
  parts = createTestParts(database, { hub });
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate rate_limits`.execute(parts.db);
  hub.closedSessions.length = 0;
});

let count = 0;
const newAddress = () => `person${++count}@example.com`;

describe('a trusted device', () => {
  it('signs its account in at once, ends the session before, and needs no code even past the limit', async () => {
    const browser = openBrowser(parts);
    const email = newAddress();
    const user = await signIn(parts, browser, email);
    for (let i = 0; i < 4; i++) await (await openBrowser(parts).auth()).sendCode({ email });
    const before = browser.cookies.session;
    const session = await parts.db
      .selectFrom('sessions')
      .where('userId', '=', user.id)
      .select('id')
      .executeTakeFirstOrThrow();
    const answer = await (await browser.auth()).sendCode({ email });
    expect(answer).toEqual({ isReturningUser: true, token: null });
    expect(browser.cookies.session).not.toBe(before);
    expect(hub.closedSessions).toEqual([session.id]);
    expect(
      await (await openBrowser(parts, { cookies: { session: before } }).auth()).me(),
    ).toBeNull();
    expect(await (await browser.auth()).me()).toEqual(user);
  });

  it('is not blocked by what others of the same network do', async () => {
    const browser = openBrowser(parts);
    const email = newAddress();
    await signIn(parts, browser, email);
    for (let i = 0; i < 20; i++) {
      await (
        await openBrowser(parts).auth()
      )
        .sendCode({ email: i < 6 ? email : newAddress() })
        .catch(() => undefined);
    }
    expect(await (await browser.auth()).sendCode({ email })).toMatchObject({
      isReturningUser: true,
    });
  });

  it('is bound to its account', async () => {
    const browser = openBrowser(parts);
    await signIn(parts, browser, newAddress());
    const other = newAddress();
    await createTestUser(parts.db, { email: other });
    await askForCode(parts, browser, other);
  });

  it('is not made when the box is not ticked', async () => {
    const browser = openBrowser(parts);
    const email = newAddress();
    const pending = await askForCode(parts, browser, email);
    await (await browser.auth()).verify({ ...pending, trustDevice: false });
    expect(browser.cookies.device).toBeUndefined();
    await askForCode(parts, browser, email);
  });

  it('is trusted no more once dropped, old, or its account deactivated', async () => {
    const email = newAddress();
    const [dropped, old, deactivated] = [
      openBrowser(parts),
      openBrowser(parts),
      openBrowser(parts),
    ];
    const user = await signIn(parts, dropped, email);
    await forgetDevices(parts.db, user.id);
    await askForCode(parts, dropped, email);
    await sql`truncate rate_limits`.execute(parts.db);
    await signIn(parts, old, email);
    await parts.db
      .updateTable('trustedDevices')
      .set({ expiresAt: sql<Date>`now()` })
      .where('userId', '=', user.id)
      .execute();
    await askForCode(parts, old, email);
    await signIn(parts, deactivated, email);
    await parts.db
      .updateTable('users')
      .set({ deactivatedAt: new Date() })
      .where('id', '=', user.id)
      .execute();
    await askForCode(parts, deactivated, email);
  });

  it('is forgotten at sign-out on request alone', async () => {
    const browser = openBrowser(parts);
    const email = newAddress();
    await signIn(parts, browser, email);
    await (await browser.auth()).signOut();
    expect(await (await browser.auth()).me()).toBeNull();
    expect(await (await browser.auth()).sendCode({ email })).toMatchObject({
      isReturningUser: true,
    });
    const copied = openBrowser(parts, { cookies: { device: browser.cookies.device } });
    await (await browser.auth()).signOut({ forgetDevice: true });
    expect(browser.cookies).toMatchObject({ session: undefined, device: undefined });
    await askForCode(parts, copied, email);
  });

  it('of another account is forgotten when someone else is trusted in its place', async () => {
    const browser = openBrowser(parts);
    const first = newAddress();
    await signIn(parts, browser, first);
    const copied = openBrowser(parts, { cookies: { device: browser.cookies.device } });
    await signIn(parts, browser, newAddress());
    await askForCode(parts, copied, first);
  });
});

describe('the cookie of a trusted device', () => {
  const sessionsOf = async (userId: string) => {
    const rows = await parts.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', userId)
      .execute();
    return rows.map(({ id }) => id);
  };
  const signInAgain = async (browser: TestBrowser, email: string) =>
    (await (await browser.auth()).sendCode({ email })).isReturningUser;
  /** As if the last use had been so many seconds ago. */
  const passGrace = () =>
    sql`update trusted_devices set rotated_at = rotated_at - interval '11 seconds'`.execute(
      parts.db,
    );

  it('is another one after each use', async () => {
    const browser = openBrowser(parts);
    const email = newAddress();
    await signIn(parts, browser, email);
    const seen = new Set([browser.cookies.device]);
    for (let i = 1; i <= 3; i++) {
      expect(await signInAgain(browser, email)).toBe(true);
      seen.add(browser.cookies.device);
      expect(seen.size).toBe(i + 1);
    }
  });

  it('ends all trust and every session of its device when an old one is used', async () => {
    const browser = openBrowser(parts);
    const email = newAddress();
    const user = await signIn(parts, browser, email);
    const elsewhere = openBrowser(parts);
    await signIn(parts, elsewhere, email);
    const thief = openBrowser(parts, { cookies: { device: browser.cookies.device } });
    expect(await signInAgain(thief, email)).toBe(true);
    await passGrace();
    const before = await sessionsOf(user.id);

    await askForCode(parts, browser, email);
    expect(browser.cookies.device).toBeUndefined();
    expect(await (await thief.auth()).me()).toBeNull();
    expect(await (await browser.auth()).me()).toBeNull();
    expect(await (await elsewhere.auth()).me()).toEqual(user);
    const left = await sessionsOf(user.id);
    expect(hub.closedSessions.toSorted()).toEqual(
      before.filter((id) => !left.includes(id)).toSorted(),
    );
    await askForCode(parts, thief, email);
    const mails = await queuedMails(parts, email);
    expect(mails.filter(({ subject }) => /trusted device/i.test(subject))).toHaveLength(1);
  });

  it('may be used again for a few seconds by the same browser, as two tabs do', async () => {
    const browser = openBrowser(parts);
    const email = newAddress();
    await signIn(parts, browser, email);
    const tabs = [1, 2, 3].map(() => openBrowser(parts, { cookies: { ...browser.cookies } }));
    const answers = await Promise.all(tabs.map((tab) => signInAgain(tab, email)));
    expect(answers).toEqual([true, true, true]);
    expect(new Set(tabs.map(({ cookies }) => cookies.device)).size).toBe(1);
    await passGrace();
    expect(await signInAgain(tabs[2]!, email)).toBe(true);
  });

  it('has no such grace in another browser', async () => {
    const browser = openBrowser(parts);
    const email = newAddress();
    await signIn(parts, browser, email);
    const { device } = browser.cookies;
    expect(await signInAgain(browser, email)).toBe(true);
    await askForCode(parts, openBrowser(parts, { cookies: { device }, userAgent: 'curl' }), email);
    await askForCode(parts, browser, email);
  });

  it('serves on that was made before cookies changed at each use', async () => {
    const browser = openBrowser(parts);
    const email = newAddress();
    await signIn(parts, browser, email);
    await sql`update trusted_devices set family_hash = null`.execute(parts.db);
    const old = openBrowser(parts, { cookies: { device: browser.cookies.device } });
    expect(await signInAgain(browser, email)).toBe(true);
    expect(browser.cookies.device).not.toBe(old.cookies.device);
    await passGrace();
    await askForCode(parts, old, email);
    await askForCode(parts, browser, email);
  });

  it('is not used up over a WebSocket, which cannot set the next one', async () => {
    const browser = openBrowser(parts);
    const email = newAddress();
    await signIn(parts, browser, email);
    const socket = openBrowser(parts, {
      cookies: { device: browser.cookies.device },
      connection: {} as Connection,
    });
    expect(await signInAgain(socket, email)).toBe(false);
    expect(await signInAgain(browser, email)).toBe(true);
  });
});

describe('a sign-in with a code', () => {
  const notices = async (email: string) =>
    (await queuedMails(parts, email)).filter(({ subject }) => /new sign-in/i.test(subject));

  it('is mailed to an account that exists, with the device', async () => {
    const email = newAddress();
    const userAgent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const browser = openBrowser(parts, { userAgent });
    await signIn(parts, browser, email);
    expect(await notices(email)).toEqual([]);
    await (await browser.auth()).sendCode({ email });
    expect(await notices(email)).toEqual([]);
    await signIn(parts, openBrowser(parts, { userAgent }), email);
    const [notice, ...more] = await notices(email);
    expect(more).toEqual([]);
    expect(notice?.text).toContain('Firefox on Windows');
    expect(notice?.text).toContain('/settings');
  });
});

describe('signing out', () => {
  it('ends the session and its sockets, and does no harm signed out', async () => {
    const browser = openBrowser(parts);
    const user = await signIn(parts, browser, newAddress());
    const { id } = await parts.db
      .selectFrom('sessions')
      .where('userId', '=', user.id)
      .select('id')
      .executeTakeFirstOrThrow();
    const copied = openBrowser(parts, { cookies: { session: browser.cookies.session } });
    await (await browser.auth()).signOut();
    expect(hub.closedSessions).toEqual([id]);
    expect(await (await copied.auth()).me()).toBeNull();
    await (await browser.auth()).signOut();
  });
});
