import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { queuedMails } from '../../test/mail.ts';
import {
  createRecordingHub,
  createTestContext,
  type RecordingHub,
} from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { findSession, startSession } from '../auth/sessions.ts';
import { renewTrustedDevice, trustDevice } from '../auth/trusted-devices.ts';
import { callerOf, insertListing } from '../listings/listings.fixtures.ts';
import { createTestConversation, draft, messagingOf } from '../messaging/messaging.fixtures.ts';
import { adminOf, auditOf, createTestAdmin } from '../admin/admin.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let hub: RecordingHub;
let admin: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  hub = createRecordingHub();
  ctx = createTestContext(database, { hub });
});
afterAll(() => database.close());

beforeEach(async () => {
  // Earlier admins must not count for the rules about the last admin.
  await ctx.db.updateTable('users').set({ isAdmin: false }).execute();
  admin = await createTestAdmin(ctx);
  hub.adminEvents.length = 0;
  hub.closedSessions.length = 0;
});

const titlesOf = async (user: Session['user']) => {
  const { items } = await callerOf(ctx).list({ sellerId: user.id });
  return items.map(({ title }) => title);
};

describe('deactivating', () => {
  it('ends sessions and devices, hides listings, emails the reason and writes to the audit log', async () => {
    const user = await createTestUser(ctx.db);
    const session = await startSession(ctx.db, ctx.secrets, { userId: user.id, userAgent: '' });
    const { token } = await trustDevice(ctx.db, ctx.secrets, {
      userId: user.id,
      userAgent: '',
    });
    await insertListing(ctx.db, user.id, { title: 'Visible' });
    await insertListing(ctx.db, user.id, { title: 'Gone', deletedAt: new Date() });

    const seen = await adminOf(ctx, admin).deactivate({ id: user.id, reason: 'Sold <fakes>' });
    expect(seen).toMatchObject({ id: user.id, email: user.email, isActive: false });
    expect(await findSession(ctx, session.token)).toBeNull();
    expect(hub.closedSessions).toEqual([session.id]);
    const device = { token, email: user.email, userAgent: '' };
    expect(await renewTrustedDevice(ctx.db, ctx.secrets, device)).toBeNull();
    expect(await titlesOf(user)).toEqual([]);
    expect(hub.adminEvents).toEqual([{ type: 'userChanged', userId: user.id }]);
    expect(await auditOf(ctx, user.id)).toEqual([
      {
        actorId: admin.id,
        action: 'user.deactivate',
        targetType: 'user',
        reason: 'Sold <fakes>',
        details: null,
      },
    ]);
    const [mail] = await queuedMails(ctx, user.email);
    expect(mail?.subject).toBe('Your account was deactivated');
    expect(mail?.text).toContain('Reason: Sold <fakes>');
    expect(mail?.html).toContain('Sold &lt;fakes&gt;');
    expect(`${mail?.text}${mail?.html}`).not.toContain(admin.email);
  });

  it('makes conversations read-only', async () => {
    const { id, buyer, seller } = await createTestConversation(ctx);
    await messagingOf(ctx, seller).send({ conversationId: id, ...draft('Hello') });
    await adminOf(ctx, admin).deactivate({ id: seller.id });
    const { items } = await messagingOf(ctx, buyer).conversations({});
    expect(items).toMatchObject([{ id, readOnly: true }]);
    const sending = messagingOf(ctx, buyer).send({ conversationId: id, ...draft('There?') });
    await expect(sending).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('refuses the admin’s own account, an unknown user and a second time', async () => {
    const user = await createTestUser(ctx.db);
    const { deactivate } = adminOf(ctx, admin);
    const conflict = { code: 'CONFLICT' };
    await createTestAdmin(ctx);
    await expect(deactivate({ id: admin.id })).rejects.toMatchObject(conflict);
    await expect(deactivate({ id: admin.id.toUpperCase() })).rejects.toMatchObject(conflict);
    for (const id of [randomUUID(), 'none']) {
      await expect(deactivate({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const twice = await Promise.allSettled([1, 2].map(() => deactivate({ id: user.id })));
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await auditOf(ctx, user.id)).toHaveLength(1);
    expect(await auditOf(ctx, admin.id)).toEqual([]);
  });

  it('leaves one of two last admins who deactivate each other at once', async () => {
    for (let round = 0; round < 5; round++) {
      await ctx.db.updateTable('users').set({ isAdmin: false }).execute();
      const [one, other] = [await createTestAdmin(ctx), await createTestAdmin(ctx)];
      const results = await Promise.allSettled([
        adminOf(ctx, one).deactivate({ id: other.id }),
        adminOf(ctx, other).deactivate({ id: one.id }),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const lost = results.find((result) => result.status === 'rejected');
      expect(lost?.reason).toMatchObject({
        code: 'CONFLICT',
        message: "You can't deactivate the last active admin.",
      });
    }
  });

  it('leaves at least one of three admins who deactivate each other in a ring', async () => {
    const three = [admin, await createTestAdmin(ctx), await createTestAdmin(ctx)];
    const results = await Promise.allSettled(
      three.map((one, n) => adminOf(ctx, one).deactivate({ id: three[(n + 1) % 3]!.id })),
    );
    const active = await ctx.db
      .selectFrom('users')
      .select('id')
      .where('isAdmin', '=', true)
      .where('deactivatedAt', 'is', null)
      .execute();
    expect(active.length).toBeGreaterThanOrEqual(1);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3 - active.length);
  });

  it('hides a listing that is published at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await createTestUser(ctx.db);
      const listing = { title: 'Late', price: '1.00', location: 'Troy' };
      await Promise.allSettled([
        callerOf(ctx, user).create(listing),
        adminOf(ctx, admin).deactivate({ id: user.id }),
      ]);
      expect(await titlesOf(user)).toEqual([]);
    }
  });
});

describe('reactivating', () => {
  it('brings back all listings but the deleted ones, and emails the user', async () => {
    const user = await createTestUser(ctx.db);
    await insertListing(ctx.db, user.id, { title: 'Visible' });
    await insertListing(ctx.db, user.id, { title: 'Flagged', isActive: false });
    const { deactivate, reactivate } = adminOf(ctx, admin);
    await deactivate({ id: user.id });
    expect(await reactivate({ id: user.id, reason: 'A mistake' })).toMatchObject({
      isActive: true,
      deactivatedAt: null,
    });
    expect(await titlesOf(user)).toEqual(['Visible']);
    await expect(reactivate({ id: user.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    const actions = (await auditOf(ctx, user.id)).map(({ action }) => action);
    expect(actions).toEqual(['user.deactivate', 'user.reactivate']);
    const mails = await queuedMails(ctx, user.email);
    expect(mails[0]?.text).toContain('Reason: A mistake');
  });
});

describe('changing a user', () => {
  it('makes a user an admin once, and refuses a deactivated user', async () => {
    const user = await createTestUser(ctx.db);
    const caller = adminOf(ctx, admin);
    const made = await Promise.all([1, 2].map(() => caller.makeAdmin({ id: user.id })));
    expect(made).toMatchObject([{ isAdmin: true }, { isAdmin: true }]);
    expect(await auditOf(ctx, user.id)).toMatchObject([{ action: 'user.makeAdmin' }]);
    const gone = await createTestUser(ctx.db, { deactivatedAt: new Date() });
    await expect(caller.makeAdmin({ id: gone.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await auditOf(ctx, gone.id)).toEqual([]);
  });

  it('sets the tier and PayPal, and logs only what changed', async () => {
    const user = await createTestUser(ctx.db);
    const { updateUser } = adminOf(ctx, admin);
    const changed = await updateUser({
      id: user.id,
      membershipTier: 'premium',
      canUsePaypal: true,
    });
    expect(changed).toMatchObject({ membershipTier: 'premium', canUsePaypal: true });
    await updateUser({ id: user.id, membershipTier: 'premium', canUsePaypal: false });
    await updateUser({ id: user.id, canUsePaypal: false });
    expect((await auditOf(ctx, user.id)).map(({ details }) => details)).toEqual([
      { membershipTier: 'premium', canUsePaypal: true },
      { canUsePaypal: false },
    ]);
  });

  it('refuses users and visitors with a text for each, and changes nothing', async () => {
    const [user, target] = [await createTestUser(ctx.db), await createTestUser(ctx.db)];
    const refused = { code: 'UNAUTHORIZED', message: 'Admin access required' };
    await expect(adminOf(ctx, user).deactivate({ id: target.id })).rejects.toMatchObject(refused);
    await expect(adminOf(ctx, user).stats()).rejects.toMatchObject(refused);
    const signedOut = adminOf(ctx).makeAdmin({ id: target.id });
    await expect(signedOut).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Unauthorized',
    });
    expect(await auditOf(ctx, target.id)).toEqual([]);
  });
});
