import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxPasskeys } from '@marketplace/shared/factors/constants';
import type { AppContext } from '../../app-context.ts';
import { createTestContext } from '../../test/app-context.ts';
import { openBrowser, signIn, type TestBrowser } from '../../test/browser.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { queuedMails } from '../../test/mail.ts';
import { sweepSignIns } from '../auth/sessions.ts';
import { createAuthenticator, enrollPasskey, reachSecondStep } from './factors.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());
beforeEach(() => sql`truncate rate_limits`.execute(ctx.db));

let count = 0;
const newEmail = () => `keys${++count}@example.com`;

async function enrolled() {
  const [browser, authenticator, email] = [openBrowser(ctx), createAuthenticator(), newEmail()];
  return {
    browser,
    authenticator,
    email,
    ...(await enrollPasskey(ctx, { browser, authenticator, email })),
  };
}

const optionsIn = async (browser: TestBrowser) => (await browser.call()).passkeys.signInOptions();

describe('a passkey', () => {
  it('signs in without an email address, in a browser that was never used', async () => {
    const { authenticator, user } = await enrolled();
    const other = openBrowser(ctx);
    const response = authenticator.get(await optionsIn(other));
    const signedIn = await (await other.call()).passkeys.signIn({ response });
    expect(signedIn).toEqual({ ...user, isNew: false });
    expect(await (await other.auth()).me()).toMatchObject({ id: user.id });
    expect((await (await other.call()).totp.status()).confirmed).toBe(true);
  });

  it('comes with recovery codes the first time, a name, and an email', async () => {
    const { browser, email, recoveryCodes, passkey } = await enrolled();
    expect(recoveryCodes).toHaveLength(10);
    expect(passkey).toMatchObject({ name: 'Unknown browser', lastUsedAt: null });
    const more = createAuthenticator();
    const options = await (await browser.call()).passkeys.registerOptions();
    expect(options.excludeCredentials).toHaveLength(1);
    expect(options).toMatchObject({ rp: { id: 'localhost' }, user: { name: email } });
    const added = await (
      await browser.call()
    ).passkeys.register({ response: more.create(options) });
    expect(added.recoveryCodes).toBeNull();
    expect(await (await browser.call()).passkeys.list()).toEqual([passkey, added.passkey]);
    const subjects = (await queuedMails(ctx, email)).map(({ subject }) => subject);
    const aboutFactors = subjects.filter((subject) => subject.startsWith('A change to how'));
    expect(aboutFactors).toHaveLength(2);
  });

  it.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of another domain', { rpId: 'evil.example' }],
    ['without the user’s verification', { verified: false }],
  ])('refuses an answer %s, to add and to sign in', async (_, answer) => {
    const { authenticator, browser, user } = await enrolled();
    const call = await browser.call();
    const added = createAuthenticator().create(await call.passkeys.registerOptions(), answer);
    await expect(call.passkeys.register({ response: added })).rejects.toThrow("couldn't verify");
    const other = openBrowser(ctx);
    const response = authenticator.get(await optionsIn(other), answer);
    await expect((await other.call()).passkeys.signIn({ response })).rejects.toThrow(
      "couldn't verify",
    );
    expect(other.cookies.session).toBeUndefined();
    expect(await (await browser.call()).passkeys.list()).toHaveLength(1);
    expect(user.id).toBeTruthy();
  });

  it('answers each challenge once, and only in its browser', async () => {
    const { authenticator } = await enrolled();
    const [one, other] = [openBrowser(ctx), openBrowser(ctx)];
    await optionsIn(other);
    const response = authenticator.get(await optionsIn(one));
    const tooLate = 'This took too long';
    await expect((await other.call()).passkeys.signIn({ response })).rejects.toThrow(tooLate);
    const tries = await Promise.allSettled(
      [1, 2, 3].map(async () => (await one.call()).passkeys.signIn({ response })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect((await one.call()).passkeys.signIn({ response })).rejects.toThrow(tooLate);
  });

  it('is refused after five minutes', async () => {
    const { authenticator } = await enrolled();
    const browser = openBrowser(ctx);
    const response = authenticator.get(await optionsIn(browser));
    await sql`update passkey_challenges set expires_at = now()`.execute(ctx.db);
    await expect((await browser.call()).passkeys.signIn({ response })).rejects.toThrow('too long');
    await sweepSignIns(ctx);
    const left = await ctx.db.selectFrom('passkeyChallenges').select('userId').execute();
    expect(left).toEqual([]);
  });

  it('is refused with a wrong signature, and unless it was added', async () => {
    const { authenticator } = await enrolled();
    const browser = openBrowser(ctx);
    const unknown = createAuthenticator().get(await optionsIn(browser));
    await expect((await browser.call()).passkeys.signIn({ response: unknown })).rejects.toThrow(
      "isn't known here",
    );
    const options = await optionsIn(browser);
    const forged = { ...createAuthenticator().get(options), id: authenticator.get(options).id };
    forged.rawId = forged.id;
    await expect((await browser.call()).passkeys.signIn({ response: forged })).rejects.toThrow(
      "couldn't verify",
    );
  });

  it('is refused when its counter does not grow, as that of a copy', async () => {
    const { authenticator } = await enrolled();
    const use = async (counter: number) => {
      const browser = openBrowser(ctx);
      const response = authenticator.get(await optionsIn(browser), { counter });
      return (await browser.call()).passkeys.signIn({ response });
    };
    await use(7);
    await expect(use(7)).rejects.toThrow("couldn't verify");
    await expect(use(0)).rejects.toThrow("couldn't verify");
    const both = await Promise.allSettled([use(8), use(8)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is the second factor after a code, and only of its own account', async () => {
    const { authenticator, email, user } = await enrolled();
    const stranger = await enrolled();
    const browser = openBrowser(ctx);
    const { token, methods } = await reachSecondStep(ctx, browser, email);
    expect(methods).toEqual(['passkey', 'recoveryCode']);
    const foreign = stranger.authenticator.get(await optionsIn(browser));
    const verify = async (passkey: typeof foreign) =>
      (await browser.auth()).verifySecondFactor({ token, passkey });
    await expect(verify(foreign)).rejects.toThrow('belongs to another account');
    expect(browser.cookies.session).toBeUndefined();
    expect(await verify(authenticator.get(await optionsIn(browser)))).toMatchObject({
      id: user.id,
    });
  });

  it('does not sign in to a deactivated account', async () => {
    const { authenticator, user } = await enrolled();
    const deactivatedAt = new Date();
    await ctx.db.updateTable('users').set({ deactivatedAt }).where('id', '=', user.id).execute();
    const browser = openBrowser(ctx);
    const response = authenticator.get(await optionsIn(browser));
    await expect((await browser.call()).passkeys.signIn({ response })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(browser.cookies.session).toBeUndefined();
  });

  it('is added once, to one account, and at most ten times', async () => {
    const { browser, authenticator } = await enrolled();
    const add = async (added = createAuthenticator()) => {
      const options = await (await browser.call()).passkeys.registerOptions();
      return (await browser.call()).passkeys.register({ response: added.create(options) });
    };
    await expect(add(authenticator)).rejects.toThrow('already added');
    for (let passkeys = 2; passkeys < maxPasskeys; passkeys++) await add();
    const options = await Promise.all(
      [1, 2].map(async () => (await browser.call()).passkeys.registerOptions()),
    );
    const last = await Promise.allSettled(
      options.map(async (one) =>
        (await browser.call()).passkeys.register({ response: createAuthenticator().create(one) }),
      ),
    );
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(add()).rejects.toThrow('limit of 10 passkeys');
  });

  it('is removed by its user only, and the last one takes the recovery codes with it', async () => {
    const { browser, passkey, authenticator, email, user } = await enrolled();
    const stranger = openBrowser(ctx);
    await signIn(ctx, stranger, newEmail());
    const foreign = (await stranger.call()).passkeys.remove({ id: passkey.id });
    await expect(foreign).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await (await browser.call()).passkeys.remove({ id: passkey.id });
    const status = await (await browser.call()).totp.status();
    expect(status).toMatchObject({ recoveryCodes: 0, confirmed: false });
    const other = openBrowser(ctx);
    const response = authenticator.get(await optionsIn(other));
    await expect((await other.call()).passkeys.signIn({ response })).rejects.toThrow("isn't known");
    expect((await signIn(ctx, other, email)).id).toBe(user.id);
  });
});
