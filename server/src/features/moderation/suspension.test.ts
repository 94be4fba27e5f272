import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { suspensionEndText } from '@marketplace/shared/moderation/suspension';
import { queuedMails } from '../../test/mail.ts';
import type { SignedIn } from '../../test/server.ts';
import { createTestUser } from '../../test/users.ts';
import { callerOf, insertListing } from '../listings/listings.fixtures.ts';
import { listNotifications } from '../notifications/notifications.ts';
import { adminOf, auditOf, createTestAdmin } from '../admin/admin.fixtures.ts';
import { openCaseOf } from './moderation.fixtures.ts';
import { endSuspensions } from './suspension.ts';
import { reason, refusal, suspensionWorld } from '../admin/person/suspension.fixtures.ts';

const { world, suspend, stateOf, call } = suspensionWorld();

/** Lets the time of the suspension pass. */
const pass = (id: string) =>
  sql`update users set suspended_until = now() - interval '1 second' where id = ${id}`.execute(
    world.database.db,
  );

const isShown = async (id: string) =>
  callerOf(world.server.ctx)
    .byId({ id })
    .then(
      () => true,
      () => false,
    );

describe('suspending', () => {
  it('hides listings, records the decision, and notifies and emails the person', async () => {
    const user = await createTestUser(world.database.db);
    const listingId = await insertListing(world.database.db, user.id, { title: 'Bike' });
    const input = { id: user.id, days: 3, reason, guideline: 4 };
    expect(await world.admin.suspend(input)).toMatchObject({ id: user.id, isActive: true });
    expect(await isShown(listingId)).toBe(false);
    const until = suspensionEndText((await stateOf(user.id)).suspendedUntil ?? '');
    const [mail] = await queuedMails(world.server.ctx, user.email);
    expect(mail?.text).toContain(`Until ${until}, you can sign in and read`);
    expect(mail?.text).toContain(reason);
    const { items } = await listNotifications(world.database.db, user.id, { limit: 5 });
    expect(items).toMatchObject([
      { type: 'warning', title: 'Your account is read-only for now', readAt: null },
    ]);
    expect(items[0]?.body).toContain(until);
    const decisions = world.database.db
      .selectFrom('decisions')
      .selectAll()
      .where('userId', '=', user.id);
    expect(await decisions.execute()).toMatchObject([
      { kind: 'suspended', targetId: user.id, guideline: 4, reason, reversedAt: null },
    ]);
    expect(await auditOf(world.server.ctx, user.id)).toMatchObject([
      { action: 'user.suspend', reason, details: { days: 3, guideline: 4 } },
    ]);
  });

  it('again replaces the end', async () => {
    const user = await createTestUser(world.database.db);
    await suspend(user.id, 30);
    const { suspendedUntil: first } = await stateOf(user.id);
    await suspend(user.id, 1);
    const { suspendedUntil: second } = await stateOf(user.id);
    expect(Number(first) - Number(second)).toBeGreaterThan(28 * 24 * 60 * 60 * 1000);
  });

  it('is refused for oneself, admins, deactivated and unknown people, and wrong days', async () => {
    const self = await createTestAdmin(world.server.ctx);
    const asSelf = adminOf(world.server.ctx, self);
    const days = 7;
    await expect(asSelf.suspend({ id: self.id, days, reason })).rejects.toThrow('your own account');
    await expect(suspend(self.id)).rejects.toThrow("can't suspend an admin");
    const gone = await createTestUser(world.database.db, { deactivatedAt: new Date() });
    await expect(suspend(gone.id)).rejects.toThrow('is deactivated');
    await expect(suspend(randomUUID())).rejects.toThrow('User not found');
    await expect(suspend(gone.id, 366)).rejects.toThrow('Choose 1 to 365 days.');
    await expect(suspend(gone.id, 0)).rejects.toThrow('Choose 1 to 365 days.');
    const user = await createTestUser(world.database.db);
    await suspend(user.id);
    await expect(world.admin.makeAdmin({ id: user.id })).rejects.toThrow('End the suspension');
  });

  it('leaves no listing visible that is posted at the same time', async () => {
    const title = () => `Lamp ${randomUUID()}`;
    for (let round = 0; round < 5; round += 1) {
      const user = await createTestUser(world.database.db);
      const post = callerOf(world.server.ctx, user).create({
        title: title(),
        price: '5.00',
        location: 'Troy',
      });
      const [posted] = await Promise.allSettled([post, suspend(user.id)]);
      const outcome =
        posted.status === 'fulfilled' ? await isShown(posted.value.id) : posted.reason.message;
      expect([false, refusal]).toContainEqual(outcome);
    }
  });
});

describe('a suspension ends', () => {
  let user: SignedIn;
  let listingId: string;
  let judge: ReturnType<typeof adminOf>;
  beforeAll(async () => {
    judge = adminOf(world.server.ctx, await createTestAdmin(world.server.ctx));
  });
  beforeEach(async () => {
    user = await world.server.signedIn();
    listingId = await insertListing(world.database.db, user.id, { title: 'Chair' });
    await suspend(user.id);
  });
  const block = () =>
    call(
      '/trpc/favorites.add',
      { cookie: user.cookie },
      { body: JSON.stringify({ listingId: randomUUID() }) },
    );

  it('by time, at once for calls, and with the job for listings', async () => {
    expect(await block()).toMatchObject({ status: 403 });
    await pass(user.id);
    expect(await block()).toMatchObject({ status: 404 });
    expect(await isShown(listingId)).toBe(false);
    await Promise.all([endSuspensions(world.server.ctx), endSuspensions(world.server.ctx)]);
    expect(await isShown(listingId)).toBe(true);
    expect(await stateOf(user.id)).toEqual({ suspendedUntil: null, suspensionReason: null });
    const { items } = await listNotifications(world.database.db, user.id, { limit: 5 });
    expect(items.filter(({ title }) => title === 'Your account works again')).toHaveLength(1);
    await expect(world.admin.endSuspension({ id: user.id, reason })).rejects.toThrow(
      "isn't suspended",
    );
  });

  it('by an admin, which reverses only its own decision', async () => {
    await suspend(user.id, 2);
    const closed: string[] = [];
    const stop = world.server.ctx.hub.onSessionsClosed((ids) => void closed.push(...ids));
    await world.admin.endSuspension({ id: user.id, reason: 'We were wrong.' });
    stop();
    // A socket has the state of when it was opened.
    expect(closed).toEqual([user.sessionId]);
    expect(await block()).toMatchObject({ status: 404 });
    expect(await isShown(listingId)).toBe(true);
    const decisions = world.database.db
      .selectFrom('decisions')
      .select('reversedAt')
      .where('userId', '=', user.id)
      .orderBy('createdAt');
    const [first, second] = await decisions.execute();
    expect(first?.reversedAt).toBeNull();
    expect(second?.reversedAt).not.toBeNull();
  });

  it('by an appeal that another admin reverses', async () => {
    const appeals = '/trpc/moderation.';
    const read = await fetch(`${world.server.url}${appeals}decisions?input=%7B%7D`, {
      headers: { cookie: user.cookie },
    });
    const { result } = (await read.json()) as {
      result: { data: { items: { id: string; canAppeal: boolean }[] } };
    };
    const [decision] = result.data.items;
    expect(decision?.canAppeal).toBe(true);
    const body = JSON.stringify({ decisionId: decision?.id, text: 'Each was another bike.' });
    expect(await call(`${appeals}appeal`, { cookie: user.cookie }, { body })).toMatchObject({
      status: 200,
    });
    const caseId = await openCaseOf(world.server.ctx, decision?.id ?? '');
    const answer = { caseId, outcome: 'reversed', reason: 'They differ.' } as const;
    await expect(world.admin.answerAppeal(answer)).rejects.toThrow('Another admin');
    expect(await isShown(listingId)).toBe(false);
    await judge.answerAppeal(answer);
    expect(await block()).toMatchObject({ status: 404 });
    expect(await isShown(listingId)).toBe(true);
    expect(await stateOf(user.id)).toEqual({ suspendedUntil: null, suspensionReason: null });
    const decisions = world.database.db.selectFrom('decisions').select('reversedAt');
    expect((await decisions.where('userId', '=', user.id).execute())[0]?.reversedAt).not.toBeNull();
  });

  it('not by the reversal of a decision that a later one replaced', async () => {
    await suspend(user.id, 2);
    const { suspendedUntil } = await stateOf(user.id);
    const first = await world.database.db
      .selectFrom('decisions')
      .select('id')
      .where('userId', '=', user.id)
      .orderBy('createdAt')
      .executeTakeFirstOrThrow();
    const body = JSON.stringify({ decisionId: first.id, text: 'Each was another bike.' });
    await call('/trpc/moderation.appeal', { cookie: user.cookie }, { body });
    const caseId = await openCaseOf(world.server.ctx, first.id);
    await judge.answerAppeal({ caseId, outcome: 'reversed', reason: 'They differ.' });
    expect(await stateOf(user.id)).toMatchObject({ suspendedUntil });
    expect(await isShown(listingId)).toBe(false);
  });

  it('by an admin, which closes the open appeal', async () => {
    const { id } = await world.database.db
      .selectFrom('decisions')
      .select('id')
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow();
    const body = JSON.stringify({ decisionId: id, text: 'Each was another bike.' });
    await call('/trpc/moderation.appeal', { cookie: user.cookie }, { body });
    const caseId = await openCaseOf(world.server.ctx, id);
    await world.admin.endSuspension({ id: user.id, reason: 'We were wrong.' });
    expect(await judge.report({ caseId })).toMatchObject({
      status: 'decided',
      decision: 'reversed',
    });
  });

  it('for a deactivated person without showing the listings', async () => {
    await world.admin.deactivate({ id: user.id, reason });
    await pass(user.id);
    await endSuspensions(world.server.ctx);
    expect(await isShown(listingId)).toBe(false);
    await world.admin.reactivate({ id: user.id });
    expect(await isShown(listingId)).toBe(true);
  });

  it('later than a deactivation, whose end keeps the listings hidden', async () => {
    await world.admin.deactivate({ id: user.id, reason });
    await world.admin.reactivate({ id: user.id });
    expect(await isShown(listingId)).toBe(false);
    expect((await stateOf(user.id)).suspensionReason).toBe(reason);
  });

  it('or is not decided twice by an end and a deactivation at once', async () => {
    await Promise.allSettled([
      world.admin.endSuspension({ id: user.id, reason }),
      world.admin.deactivate({ id: user.id, reason }),
    ]);
    expect(await isShown(listingId)).toBe(false);
    expect((await stateOf(user.id)).suspendedUntil).toBeNull();
  });
});
