import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushKinds } from '@marketplace/shared/push/constants';
import type { AppContext } from '../../app-context.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type PushServer, startPushServer } from '../../test/push-server.ts';
import { createTestUser } from '../../test/users.ts';
import { revokeSessions } from '../auth/sessions.ts';
import { pushKeys } from './subscriptions.ts';
import { guardedLookup } from '../../platform/outbound.ts';
import { isPushService } from './push-request.ts';
import { openDevice, openSubscribed, pushingTo } from './push.fixtures.ts';

let database: TestDatabase;
let pushServer: PushServer;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  pushServer = await startPushServer();
  ctx = pushingTo(createTestContext(database), pushServer);
});
afterAll(async () => {
  await pushServer.close();
  await database.close();
});

describe('the keys', () => {
  it('are created once for all instances, with the private key sealed', async () => {
    const other = createTestContext(database);
    const made = await Promise.all([ctx, other, ctx, other].map(pushKeys));
    expect(new Set(made.map(({ publicKey }) => publicKey)).size).toBe(1);
    const [keys] = made;
    expect(Buffer.from(keys!.publicKey, 'base64url')).toHaveLength(65);
    const stored = JSON.stringify(await ctx.db.selectFrom('pushKeys').selectAll().execute());
    expect(stored).toContain(keys!.publicKey);
    expect(stored).not.toContain(keys!.privateKey);
    const user = await createTestUser(ctx.db);
    const { push } = await openDevice(ctx, user);
    expect(await push.publicKey()).toEqual({ publicKey: keys!.publicKey });
  });

  it('are replaced under another secret, which ends all subscriptions', async () => {
    const before = await pushKeys(ctx);
    const user = await createTestUser(ctx.db);
    await openSubscribed({ ctx, pushServer }, user);
    const secrets = createSecrets('another secret of tests that is 32 characters long');
    const after = await pushKeys({ ...ctx, secrets });
    expect(after.publicKey).not.toBe(before.publicKey);
    expect(await ctx.db.selectFrom('pushSubscriptions').selectAll().execute()).toEqual([]);
    await sql`delete from push_keys`.execute(ctx.db);
  });
});

describe('a device', () => {
  it('gets all kinds without details at first, and its choices are stored', async () => {
    const user = await createTestUser(ctx.db);
    const { push, endpoint, keys } = await openSubscribed({ ctx, pushServer }, user);
    const all = { endpoint, kinds: [...pushKinds], details: false };
    expect(await push.settings()).toEqual({ device: all });
    const chosen = { ...all, kinds: ['messages'], details: true };
    expect(await push.update({ kinds: ['messages'], details: true })).toEqual({ device: chosen });
    // A browser that renews its subscription calls this.
    await push.subscribe({ endpoint: `${endpoint}-new`, keys });
    expect(await push.settings()).toEqual({ device: { ...chosen, endpoint: `${endpoint}-new` } });
    await push.unsubscribe();
    await push.unsubscribe();
    expect(await push.settings()).toEqual({ device: null });
    await expect(push.update({ details: true })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('belongs to the user who signed in on it last', async () => {
    const [ann, ben] = [await createTestUser(ctx.db), await createTestUser(ctx.db)];
    const ofAnn = await openSubscribed({ ctx, pushServer }, ann, { details: true });
    const ofBen = await openDevice(ctx, ben);
    const { endpoint, keys } = ofAnn;
    await ofBen.push.subscribe({ endpoint, keys });
    expect(await ofAnn.push.settings()).toEqual({ device: null });
    expect(await ofBen.push.settings()).toMatchObject({ device: { details: false } });
  });

  it('has one subscription, even if several requests race', async () => {
    const user = await createTestUser(ctx.db);
    const { push } = await openDevice(ctx, user);
    const { publicKey } = await push.publicKey();
    const some = [1, 2, 3].map(() => pushServer.subscribe(publicKey));
    await Promise.all([...some, ...some].map((subscription) => push.subscribe(subscription)));
    const rows = await ctx.db
      .selectFrom('pushSubscriptions')
      .select('id')
      .where('userId', '=', user.id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('replaces the oldest of 20 devices', async () => {
    const user = await createTestUser(ctx.db);
    const first = await openSubscribed({ ctx, pushServer }, user);
    for (let count = 1; count < 20; count++) await openSubscribed({ ctx, pushServer }, user);
    expect((await first.push.settings()).device).not.toBeNull();
    const last = await openSubscribed({ ctx, pushServer }, user);
    expect((await first.push.settings()).device).toBeNull();
    expect((await last.push.settings()).device).not.toBeNull();
  });

  it('is refused after its session has ended', async () => {
    const user = await createTestUser(ctx.db);
    const { push, sessionId } = await openDevice(ctx, user);
    const { publicKey } = await push.publicKey();
    await revokeSessions(ctx.db, { id: sessionId });
    const subscribing = push.subscribe(pushServer.subscribe(publicKey));
    await expect(subscribing).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('is refused with keys that cannot be used', async () => {
    const { push } = await openDevice(ctx, await createTestUser(ctx.db));
    const { publicKey } = await push.publicKey();
    const { endpoint, keys } = pushServer.subscribe(publicKey);
    const notOnTheCurve = Buffer.alloc(65, 1).toString('base64url');
    for (const wrong of [{ p256dh: notOnTheCurve }, { p256dh: 'short' }, { auth: '' }]) {
      const subscribing = push.subscribe({ endpoint, keys: { ...keys, ...wrong } });
      await expect(subscribing).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });
});

describe('an endpoint', () => {
  const inside = [
    'http://push.example.com/x',
    'https://localhost/x',
    'https://app.localhost/x',
    'https://intranet/x',
    'https://127.0.0.1/x',
    'https://0x7f.1/x',
    'https://10.1.2.3/x',
    'https://172.16.0.1/x',
    'https://192.168.1.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/x',
    'https://0.0.0.0/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[fe80::1]/x',
    'https://[fd00::1]/x',
    'https://[64:ff9b::a00:1]/x',
    'https://push.example.com:8443/x',
    'https://user:password@push.example.com/x',
  ];
  it.each(inside)('%s is refused', async (endpoint) => {
    const { push } = await openDevice(ctx, await createTestUser(ctx.db));
    const { keys } = pushServer.subscribe((await push.publicKey()).publicKey);
    await expect(push.subscribe({ endpoint, keys })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: 'endpoint' }] },
    });
  });

  it('of a browser is accepted', () => {
    for (const endpoint of [
      `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
      `https://updates.push.services.mozilla.com/wpush/v2/${randomUUID()}`,
      `https://web.push.apple.com/${randomUUID()}`,
      'https://[2606:4700::1111]/x',
    ]) {
      expect([endpoint, isPushService({ pushService: undefined }, endpoint)]).toEqual([
        endpoint,
        true,
      ]);
    }
    expect(isPushService({ pushService: undefined }, `${pushServer.origin}/push/1`)).toBe(false);
  });

  it('whose name resolves to a private address gets no connection', async () => {
    for (const all of [true, false]) {
      const error = await new Promise((resolve) => guardedLookup('localhost', { all }, resolve));
      expect(error).toMatchObject({ message: 'localhost is not a host of the public internet.' });
    }
  });
});
