import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import {
  createRecordingHub,
  createTestContext,
  type RecordingHub,
} from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { createCallerFactory } from '../../trpc.ts';
import { findSession, startSession } from '../auth/sessions.ts';
import { renewTrustedDevice, trustDevice } from '../auth/trusted-devices.ts';
import { createToken, findToken } from '../tokens/tokens.ts';
import { accountRouter } from './account.router.ts';

let database: TestDatabase;
let ctx: AppContext;
let hub: RecordingHub;

beforeAll(async () => {
  database = await createTestDatabase();
  hub = createRecordingHub();
  ctx = createTestContext(database, { hub });
});
afterAll(() => database.close());

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function signedInTwice() {
  const { db, secrets } = ctx;
  const user = await createTestUser(db);
  const of = { userId: user.id, userAgent: firefox };
  const [here, there] = [await startSession(db, secrets, of), await startSession(db, secrets, of)];
  const { token: device } = await trustDevice(db, secrets, of);
  const context: Context = contextOfUser(ctx, user, {
    session: { id: here.id, user },
    cookies: { session: here.token, device },
  });
  return {
    user,
    here,
    there,
    device,
    context,
    account: createCallerFactory(accountRouter)(context),
  };
}

it('lists the user’s sessions and trusted devices', async () => {
  const { account, here, there } = await signedInTwice();
  const { sessions, trustedDevices } = await account.sessions();
  expect(sessions.map(({ id, device, current }) => ({ id, device, current }))).toEqual(
    expect.arrayContaining([
      { id: here.id, device: 'Firefox on Windows', current: true },
      { id: there.id, device: 'Firefox on Windows', current: false },
    ]),
  );
  expect(sessions).toHaveLength(2);
  expect(trustedDevices).toMatchObject([{ device: 'Firefox on Windows', current: true }]);
  expect(JSON.stringify([sessions, trustedDevices])).not.toMatch(/hash|token/i);
});

it('ends another session with its sockets, and the current one with its cookie', async () => {
  const { account, context, here, there } = await signedInTwice();
  await account.revokeSession({ id: there.id });
  expect(await findSession(ctx, there.token)).toBeNull();
  expect(hub.closedSessions).toContain(there.id);
  expect(context.cookies.session).toBe(here.token);
  await expect(account.revokeSession({ id: there.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await account.revokeSession({ id: here.id });
  expect(context.cookies.session).toBeUndefined();
  expect(await findSession(ctx, here.token)).toBeNull();
});

it('ends no session and forgets no device of other users', async () => {
  const [mine, theirs] = [await signedInTwice(), await signedInTwice()];
  const { trustedDevices } = await theirs.account.sessions();
  for (const id of [theirs.here.id, 'no-id']) {
    await expect(mine.account.revokeSession({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  for (const id of [trustedDevices[0]?.id ?? '', 'no-id']) {
    await expect(mine.account.forgetDevice({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  expect(await theirs.account.sessions()).toMatchObject({
    sessions: [{}, {}],
    trustedDevices: [{}],
  });
});

it('requires a code from a forgotten device', async () => {
  const { account, context, device, user } = await signedInTwice();
  const { trustedDevices } = await account.sessions();
  await account.forgetDevice({ id: trustedDevices[0]?.id ?? '' });
  const by = { token: device, email: user.email, userAgent: firefox };
  expect(await renewTrustedDevice(ctx.db, ctx.secrets, by)).toBeNull();
  expect(context.cookies.device).toBeUndefined();
});

it('ends all sessions, device trust, sockets and API tokens when signing out everywhere', async () => {
  const { account, context, here, there, user } = await signedInTwice();
  const of = { name: 'Script', scope: 'write' } as const;
  const { token } = await createToken(ctx, user.id, of);
  const other = await signedInTwice();
  const theirs = await createToken(ctx, other.user.id, of);
  await account.signOutEverywhere();
  expect(await findToken(ctx, token)).toBeNull();
  expect(await findToken(ctx, theirs.token)).not.toBeNull();
  expect(await account.sessions()).toEqual({ sessions: [], trustedDevices: [] });
  expect(hub.closedSessions).toEqual(expect.arrayContaining([here.id, there.id]));
  expect(context.cookies).toEqual({});
});
