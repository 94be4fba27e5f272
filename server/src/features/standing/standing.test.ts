import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Insertable } from 'kysely';
import type { Decisions } from '@marketplace/db/types.generated';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { createCaller } from '../../router.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser, daysAgo } from '../../test/users.ts';
import { createAdmin, createReportedListing } from '../moderation/moderation.fixtures.ts';
import { recordDecision, reverseDecisions } from '../moderation/decisions.ts';
import { startSession } from '../auth/sessions.ts';
import { addSignIn, meet, newcomer, oldTimer, standingOf } from './standing.fixtures.ts';
import { updateAllStandings, updateStandings } from './update-standings.ts';

type User = Session['user'];

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());

const standing = (user: User) => createCaller(contextOfUser(ctx, user)).account.standing();

async function factOf(user: User, code: string): Promise<number> {
  const { facts } = await standing(user);
  return facts.find((fact) => fact.code === code)?.count ?? 0;
}

const members = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createTestUser(ctx.db)));

describe('the facts', () => {
  it('count the days of sign-ins and of the last use of sessions, each once', async () => {
    const user = await newcomer(ctx.db, { createdAt: daysAgo(9) });
    await addSignIn(ctx.db, user, { createdAt: daysAgo(8) });
    await addSignIn(ctx.db, user, { createdAt: daysAgo(8) });
    await addSignIn(ctx.db, user, { createdAt: daysAgo(5), outcome: 'refused' });
    expect(await factOf(user, 'daysPresent')).toBe(1);
    const { secrets } = ctx;
    const session = await startSession(ctx.db, secrets, { userId: user.id, userAgent: '' });
    expect(await factOf(user, 'daysPresent')).toBe(2);
    await updateStandings(ctx);
    await updateStandings(ctx);
    expect(await factOf(user, 'daysPresent')).toBe(2);
    expect(await standingOf(ctx.db, user)).toBe(1);
    // A later day of the same session counts, although the session has only one last use.
    await sql`update users set present_on = present_on - 1 where id = ${user.id}`.execute(ctx.db);
    expect(await factOf(user, 'daysPresent')).toBe(3);
    await ctx.db.deleteFrom('sessions').where('id', '=', session.id).execute();
    expect(await factOf(user, 'daysPresent')).toBe(2);
  });

  it('count people who are not new, and who answered, however often they talk', async () => {
    const user = await newcomer(ctx.db);
    const [member, banned] = await members(2);
    await meet(ctx, [user, member!]);
    await meet(ctx, [member!, user]);
    await meet(ctx, [user, await newcomer(ctx.db)]);
    await meet(ctx, [user, banned!]);
    expect(await factOf(user, 'conversations')).toBe(2);
    const deactivated = ctx.db.updateTable('users').set({ deactivatedAt: new Date() });
    await deactivated.where('id', '=', banned!.id).execute();
    expect(await factOf(user, 'conversations')).toBe(1);
    expect(await standing(user)).toMatchObject({ level: 'member' });
  });

  it.each(['mailboxHash', 'browserHash', 'networkHash'] as const)(
    'leave out whoever shares the %s',
    async (trace) => {
      const user = await newcomer(ctx.db);
      const [alias, neighbor] = await members(2);
      await meet(ctx, [user, alias!], true);
      expect(await factOf(user, 'handovers')).toBe(1);
      const shared = { [trace]: Buffer.from(randomUUID()) };
      await addSignIn(ctx.db, user, shared);
      await addSignIn(ctx.db, alias!, shared);
      await addSignIn(ctx.db, neighbor!);
      expect(await standing(user)).toMatchObject({
        level: 'new',
        facts: expect.arrayContaining([
          expect.objectContaining({ code: 'conversations', count: 0 }),
          expect.objectContaining({ code: 'handovers', count: 0 }),
        ]) as unknown,
      });
      await meet(ctx, [user, neighbor!]);
      expect(await factOf(user, 'conversations')).toBe(1);
      expect(await factOf(alias!, 'conversations')).toBe(0);
    },
  );

  it('count reports that moderators agreed with, and those that they did not', async () => {
    const { reporters, caseId } = await createReportedListing(ctx, 2);
    const [reporter] = reporters;
    const admin = await createAdmin(ctx);
    const asAdmin = createCaller(contextOfUser(ctx, admin)).admin;
    expect(await factOf(reporter!, 'reports')).toBe(0);
    await asAdmin.resolveReport({ caseId, decision: 'dismiss', reason: 'Fine' });
    expect((await standing(reporter!)).facts).toContainEqual({
      code: 'reports',
      count: 1,
      text: 'Moderators agreed with 0 of your 1 report.',
    });
  });
});

describe('a decision by a moderator', () => {
  const decisionOn = (user: User, values: Partial<Insertable<Decisions>> = {}) => ({
    ...{ userId: user.id, kind: 'flagged', targetType: 'user', targetId: user.id },
    ...values,
  });

  it('lowers the level for 90 days, unless it is reversed', async () => {
    const user = await newcomer(ctx.db, { createdAt: daysAgo(5), daysPresent: 3 });
    await recordDecision(ctx.db, decisionOn(user));
    const lowered = await standing(user);
    expect(lowered.level).toBe('new');
    expect(lowered.next).toMatchObject([{ steps: [{ code: 'decisions' }] }]);
    await updateStandings(ctx);
    expect(await standingOf(ctx.db, user)).toBe(0);
    await reverseDecisions(ctx.db, { kind: 'flagged', targetType: 'user', targetId: user.id });
    await updateStandings(ctx);
    expect(await standingOf(ctx.db, user)).toBe(1);
    await recordDecision(ctx.db, decisionOn(user, { createdAt: daysAgo(89) }));
    expect(await standing(user)).toMatchObject({ level: 'new' });
    await sql`update decisions set created_at = created_at - interval '2 days'
      where user_id = ${user.id}`.execute(ctx.db);
    expect(await standing(user)).toMatchObject({ level: 'member' });
  });

  it('does not lower it when content was only held or hidden until a decision', async () => {
    const user = await newcomer(ctx.db, { createdAt: daysAgo(5), daysPresent: 3 });
    await recordDecision(ctx.db, decisionOn(user, { kind: 'held' }));
    await recordDecision(ctx.db, decisionOn(user, { kind: 'hidden' }));
    expect(await standing(user)).toMatchObject({ level: 'member' });
  });
});

describe('the standing of the caller', () => {
  it('says what a new person can do, and the ways to the next level', async () => {
    const user = await newcomer(ctx.db);
    await startSession(ctx.db, ctx.secrets, { userId: user.id, userAgent: '' });
    expect(await standing(user)).toMatchObject({
      level: 'new',
      limits: [
        { code: 'listings', count: 50, text: 'Post up to 50 listings a day.' },
        { code: 'conversations', count: 17 },
        { code: 'reports', count: 1 },
      ],
      next: [
        {
          steps: [
            { code: 'ageDays', have: 0, need: 3 },
            { code: 'daysPresent', have: 1, need: 2 },
          ],
        },
        { steps: [{ code: 'conversations', have: 0, need: 1 }] },
        { steps: [{ code: 'orders', have: 0, need: 1 }] },
      ],
    });
  });

  it('has nothing next at the highest level', async () => {
    const user = await oldTimer(ctx.db);
    for (const [at, member] of (await members(10)).entries()) {
      await meet(ctx, [user, member], at < 5);
    }
    expect(await standing(user)).toMatchObject({ level: 'trusted', next: null });
  });
});

describe('the job', () => {
  it('computes the same with two workers at once, and counts no day twice', async () => {
    const users = await Promise.all(
      Array.from({ length: 40 }, () => newcomer(ctx.db, { createdAt: daysAgo(4), daysPresent: 1 })),
    );
    for (const user of users) {
      await startSession(ctx.db, ctx.secrets, { userId: user.id, userAgent: '' });
    }
    await Promise.all([updateStandings(ctx), updateStandings(ctx), updateAllStandings(ctx)]);
    const rows = await ctx.db
      .selectFrom('users')
      .select(['standing', 'daysPresent'])
      .where(
        'id',
        'in',
        users.map(({ id }) => id),
      )
      .execute();
    expect(rows).toEqual(users.map(() => ({ standing: 1, daysPresent: 2 })));
  });

  it('leaves alone whom nothing happened to, until the daily one', async () => {
    const user = await newcomer(ctx.db, { createdAt: daysAgo(4), daysPresent: 2 });
    await updateStandings(ctx);
    expect(await standingOf(ctx.db, user)).toBe(0);
    await updateAllStandings(ctx);
    expect(await standingOf(ctx.db, user)).toBe(1);
  });

  it('raises a new person within the hour in which a member answers them', async () => {
    const user = await newcomer(ctx.db);
    const member = await createTestUser(ctx.db, { createdAt: daysAgo(4), daysPresent: 2 });
    await meet(ctx, [user, member]);
    await updateStandings(ctx);
    expect(await standingOf(ctx.db, user)).toBe(1);
  });
});

describe('adjusting the standing', () => {
  it('changes it at once, with an entry in the audit log, and survives the job', async () => {
    const admin = await createAdmin(ctx);
    const asAdmin = createCaller(contextOfUser(ctx, admin)).admin;
    const user = await newcomer(ctx.db);
    const adjust = { id: user.id, by: 2, reason: 'Met at the market' };
    expect(await asAdmin.adjustStanding(adjust)).toEqual({ ...adjust, level: 'regular' });
    await updateAllStandings(ctx);
    expect(await standingOf(ctx.db, user)).toBe(2);
    const { items } = await asAdmin.auditLog({ action: 'user.adjustStanding' });
    expect(items).toMatchObject([{ reason: adjust.reason, details: { by: 2 } }]);
    expect(await asAdmin.adjustStanding({ ...adjust, by: 0 })).toMatchObject({
      ...{ level: 'new', by: 0, reason: null },
    });
  });

  it.each([4, -4, 1.5])('is refused by %s levels', async (by) => {
    const asAdmin = createCaller(contextOfUser(ctx, await createAdmin(ctx))).admin;
    const { id } = await newcomer(ctx.db);
    await expect(asAdmin.adjustStanding({ id, by, reason: 'x' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: ['by'] }] },
    });
  });

  it('is refused for one’s own account and an unknown one', async () => {
    const admin = await createAdmin(ctx);
    const asAdmin = createCaller(contextOfUser(ctx, admin)).admin;
    const adjust = { by: 1, reason: 'x' };
    await expect(asAdmin.adjustStanding({ id: admin.id, ...adjust })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(asAdmin.adjustStanding({ id: randomUUID(), ...adjust })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
