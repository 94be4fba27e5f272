import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { askForCode, openBrowser, signIn } from '../../test/browser.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { areLinked, linkedAccounts } from './linked-accounts.ts';
import { addSignIn, passDays } from './standing.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());

const trace = (text: string) => Buffer.from(text);

async function areTheyLinked(one: { id: string }, other: { id: string }): Promise<boolean> {
  const pair = areLinked(sql`${one.id}::uuid`, sql`${other.id}::uuid`);
  const { rows } = await sql<{ linked: boolean }>`select ${pair} as linked`.execute(ctx.db);
  return rows[0]?.linked ?? false;
}

it('finds who signed in with the same mailbox, browser or network, strongest first', async () => {
  const browser = openBrowser(ctx, { ip: '198.51.100.1' });
  const me = await signIn(ctx, browser, 'pat.lee@example.com');
  const mailbox = await signIn(ctx, openBrowser(ctx, { ip: '10.0.0.1' }), 'patlee+2@example.com');
  const { cookies } = browser;
  const same = await signIn(ctx, openBrowser(ctx, { ip: '10.0.0.2', cookies }), 'b@example.com');
  const network = await signIn(ctx, openBrowser(ctx, { ip: '198.51.100.1' }), 'c@example.com');
  const stranger = await signIn(ctx, openBrowser(ctx, { ip: '198.51.100.2' }), 'd@example.com');
  expect(await linkedAccounts(ctx.db, me.id)).toEqual([
    { userId: mailbox.id, shares: ['mailbox'] },
    { userId: same.id, shares: ['browser'] },
    { userId: network.id, shares: ['network'] },
  ]);
  expect(await linkedAccounts(ctx.db, stranger.id)).toEqual([]);
  expect(await areTheyLinked(me, mailbox)).toBe(true);
  expect(await areTheyLinked(same, me)).toBe(true);
  expect(await areTheyLinked(me, network)).toBe(true);
  expect(await areTheyLinked(me, stranger)).toBe(false);
});

it('is not fooled by a stranger who tries codes', async () => {
  const me = await signIn(ctx, openBrowser(ctx, { ip: '198.51.101.1' }), 'victim@example.com');
  const attacker = openBrowser(ctx, { ip: '198.51.101.2' });
  const other = await signIn(ctx, attacker, 'attacker@example.com');
  const { token, code } = await askForCode(ctx, attacker, 'victim@example.com');
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await expect((await attacker.auth()).verify({ token, code: wrong })).rejects.toThrow(/code/);
  expect(await linkedAccounts(ctx.db, me.id)).toEqual([]);
  expect(await linkedAccounts(ctx.db, other.id)).toEqual([]);
  expect(await areTheyLinked(me, other)).toBe(false);
});

it('forgets a shared network after 90 days, but not a browser', async () => {
  const [one, other] = [await createTestUser(ctx.db), await createTestUser(ctx.db)];
  const traces = { networkHash: trace('n'), browserHash: trace('b') };
  await addSignIn(ctx.db, one, traces);
  await addSignIn(ctx.db, other, traces);
  const shares = [{ userId: one.id, shares: ['browser', 'network'] }];
  expect(await linkedAccounts(ctx.db, other.id)).toEqual(shares);
  await passDays(ctx.db, one, 91);
  const left = [{ userId: one.id, shares: ['browser'] }];
  expect(await linkedAccounts(ctx.db, other.id)).toEqual(left);
  expect(await areTheyLinked(one, other)).toBe(true);
  await ctx.db
    .updateTable('signIns')
    .set({ browserHash: null })
    .where('userId', '=', one.id)
    .execute();
  expect(await areTheyLinked(one, other)).toBe(false);
});

it('returns 50 accounts at most, those with a strong link first', async () => {
  const me = await createTestUser(ctx.db);
  const networkHash = trace('campus');
  const browserHash = trace('family');
  await addSignIn(ctx.db, me, { networkHash, browserHash });
  const others = await Promise.all(Array.from({ length: 60 }, () => createTestUser(ctx.db)));
  for (const other of others) await addSignIn(ctx.db, other, { networkHash });
  const last =
    others
      .map(({ id }) => id)
      .toSorted()
      .at(-1) ?? '';
  await addSignIn(ctx.db, { id: last }, { browserHash });
  const found = await linkedAccounts(ctx.db, me.id);
  expect(found).toHaveLength(50);
  expect(found[0]).toEqual({ userId: last, shares: ['browser', 'network'] });
});
