import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { createCaller } from '../../router.ts';
import { askForCode, openBrowser, signIn } from '../../test/browser.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { sweepSignIns } from './sessions.ts';

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
const newAddress = () => `signer${++count}@example.com`;
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

const accountOf = (user: Session['user']) => createCaller(contextOfUser(ctx, user)).account;

const outcomesOf = async (user: Session['user']) =>
  (await accountOf(user).signIns({})).items.map(({ outcome }) => outcome);

const asSession = ({ id, email }: { id: string; email: string }): Session['user'] => ({
  ...{ id, email, isAdmin: false, membershipTier: 'free', hidesListings: false },
});

async function refuse(email: string): Promise<void> {
  const browser = openBrowser(ctx);
  const { token, code } = await askForCode(ctx, browser, email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const auth = await browser.auth();
  await expect(auth.verify({ token, code: wrong })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
}

describe('the log of sign-ins', () => {
  it('has each sign-in with its device and rough network', async () => {
    const email = newAddress();
    const browser = openBrowser(ctx, { ip: '198.51.100.7', userAgent: firefox });
    const user = asSession(await signIn(ctx, browser, email));
    await signIn(ctx, openBrowser(ctx, { ip: '2001:db8:aaaa:bbbb::1' }), email);
    const { items } = await accountOf(user).signIns({});
    expect(items).toMatchObject([
      { outcome: 'signed-in', device: 'Unknown browser', network: '2001:db8:x:x' },
      { outcome: 'signed-in', device: 'Firefox on Windows', network: '198.51.x.x' },
    ]);
    const stored = await sql`select s::text as row from sign_ins s`.execute(ctx.db);
    expect(JSON.stringify(stored.rows)).not.toMatch(/198\.51\.100|aaaa:bbbb/);
  });

  it('tells apart codes, trusted devices and refusals, and has nothing of unknown addresses', async () => {
    const email = newAddress();
    const browser = openBrowser(ctx);
    const pending = await askForCode(ctx, browser, email);
    const verified = await (await browser.auth()).verify({ ...pending, trustDevice: true });
    await (await browser.auth()).sendCode({ email });
    await refuse(email);
    const user = asSession(verified);
    expect(await outcomesOf(user)).toEqual(['refused', 'trusted-device', 'signed-in']);
    const before = await ctx.db.selectFrom('signIns').select('id').execute();
    await refuse(newAddress());
    const after = await ctx.db.selectFrom('signIns').select('id').execute();
    expect(after).toHaveLength(before.length);
  });

  it('has one entry for each wrong code that was tried, and none for a used-up code', async () => {
    const email = newAddress();
    const user = asSession(await signIn(ctx, openBrowser(ctx), email));
    await sql`truncate rate_limits`.execute(ctx.db);
    const browser = openBrowser(ctx);
    const { token, code } = await askForCode(ctx, browser, email);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let tried = 0; tried < 7; tried += 1) {
      await expect((await browser.auth()).verify({ token, code: wrong })).rejects.toThrow(/code/);
    }
    expect(await outcomesOf(user)).toEqual([...Array<string>(5).fill('refused'), 'signed-in']);
  });

  it('comes in pages, only to its user', async () => {
    const email = newAddress();
    const user = asSession(await signIn(ctx, openBrowser(ctx), email));
    await signIn(ctx, openBrowser(ctx), newAddress());
    await sql`insert into sign_ins (user_id, outcome, rough_network, mailbox_hash, created_at)
      select ${user.id}, 'signed-in', '203.0.x.x', '', now() - n * interval '1 day'
      from generate_series(1, 5) n`.execute(ctx.db);
    const first = await accountOf(user).signIns({ limit: 4 });
    const cursor = first.nextCursor ?? undefined;
    const second = await accountOf(user).signIns({ limit: 4, cursor });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([4, 2, null]);
    const times = [...first.items, ...second.items].map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    await expect(accountOf(user).signIns({ cursor: 'x' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: 'cursor' }] },
    });
  });

  it('is kept for a year, or until the account is deleted', async () => {
    const email = newAddress();
    const user = asSession(await signIn(ctx, openBrowser(ctx), email));
    await sql`insert into sign_ins (user_id, outcome, rough_network, mailbox_hash, created_at)
      select ${user.id}, outcome, '203.0.x.x', '', now() - interval '1 year' + n
      from (values ('old', interval '-1 minute'), ('young', interval '1 minute')) v (outcome, n)
      `.execute(ctx.db);
    await sweepSignIns(ctx);
    const left = () =>
      ctx.db.selectFrom('signIns').select('outcome').where('userId', '=', user.id).execute();
    expect((await left()).map(({ outcome }) => outcome).toSorted()).toEqual(['signed-in', 'young']);
    await accountOf(user).deleteAccount({ email });
    expect(await left()).toEqual([]);
  });
});
