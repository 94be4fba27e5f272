import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Parts } from '../../parts.ts';
import { askForCode, openBrowser, signIn } from '../../test/browser.ts';
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
    expect(browser.cookies).toEqual({ browser: undefined, session: undefined, device: undefined });
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
