import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passMinutes } from './features/notifications/unread-mail.fixtures.ts';
import { mailUnread } from './features/notifications/unread-mail.ts';
import { startUnlimited } from './realtime/realtime.fixtures.ts';
import { builtClient } from './rendering/client-build.ts';
import { mailboxesIn, mailboxesOf } from './test/access/addresses.ts';
import { callProcedure, callRoute, cookiesOf, emailOf } from './test/access/call.ts';
import { as, createWorld, newCase, type Person, type World } from './test/access/world.ts';
import { createTestDatabase, type TestDatabase } from './test/database.ts';
import { allQueuedMails } from './test/mail.ts';
import type { TestServer } from './test/server.ts';
import { connectClient, recordEvents } from './test/ws-client.ts';

// access.test.ts checks for each call that no response contains another user's address.

let database: TestDatabase;
let server: TestServer;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startUnlimited(database);
  world = await createWorld(server);
  await live();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** Triggers everything that one user learns about another: by events, notifications and email. */
async function live(): Promise<void> {
  const { owner, other, user, admin, conversationId, listingId, reviewId } = world;
  const [asOwner, asOther, asUser] = [as(world, owner), as(world, other), as(world, user)];
  await asOther.messaging.send({ conversationId, clientId: randomUUID(), content: 'When?' });
  await asUser.messaging.sendByListing({ receiverId: owner.id, listingId, content: 'Mine!' });
  await asOwner.reviews.reply({ reviewId, reply: 'Thank you' });
  await asUser.reviews.submit({ sellerId: owner.id, listingId, rating: 2 });
  await asOther.messaging.block({ userId: user.id });
  await asOther.messaging.unblock({ userId: user.id });
  await passMinutes(world.ctx.db, 11);
  await mailUnread(world.ctx);
  const { caseId } = await newCase(world, 'decided');
  await as(world, admin).admin.undoDecision({ caseId });
  await asUser.moderation.report({ targetType: 'user', targetId: other.id, reason: 'spam' });
  await warn(other.id);
  await as(world, admin).admin.flag({ id: listingId, reason: 'Not allowed' });
  await as(world, admin).admin.restore({ id: listingId, reason: 'A mistake' });
}

async function warn(targetId: string): Promise<void> {
  const { admin } = as(world, world.admin);
  const { items } = await admin.reports({ targetType: 'user' });
  const caseId = items.find((item) => item.targetId === targetId)?.id ?? '';
  await admin.resolveReport({ caseId, decision: 'warn', reason: 'Be kind' });
}

/** Returns the mailboxes in a text that belong to others. */
const others = (text: string, { user }: Person) =>
  mailboxesIn(text).filter((mailbox) => !user.email.startsWith(mailbox));

describe('another user’s email address', () => {
  it('is in responses to admins, where this test finds it', async () => {
    const call = { name: 'admin.users', type: 'query', input: {} } as const;
    const answer = await callProcedure(server, cookiesOf(world, 'admin'), call);
    const found = mailboxesOf(answer);
    for (const { user } of [world.owner, world.other, world.user]) {
      expect(found).toContain(user.email.split('@')[0]);
    }
    const hidden = Buffer.from(world.owner.user.email).toString('base64url');
    expect(others(`cursor=${hidden}`, world.other)).toHaveLength(1);
  });

  it.each(['owner', 'other', 'user'] as const)('is in no event for the %s', async (role) => {
    const { [role]: person } = world;
    const { lastSeq } = await database.db
      .selectFrom('feeds')
      .select('lastSeq')
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(Number(lastSeq)).toBeGreaterThan(0);
    const client = connectClient([server], person);
    const log = recordEvents(client, '0');
    const seen: unknown[] = [];
    client.api.messaging.presence.subscribe(undefined, { onData: (data) => seen.push(data) });
    await expect.poll(() => log.events.at(-1)?.id).toBe(Number(lastSeq));
    // A contact comes online, and the user gets an event.
    const contact = connectClient([server], role === 'owner' ? world.other : world.owner);
    recordEvents(contact);
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    await Promise.all([client.close(), contact.close()]);
    expect(others(JSON.stringify([log.events, seen]), person)).toEqual([]);
    expect(log.errors).toEqual([]);
  });

  it('is in no stored event or notification', async () => {
    const { db } = database;
    for (const table of ['feedEvents', 'notifications'] as const) {
      const rows = await db.selectFrom(table).select(['userId', 'type', 'data']).execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(mailboxesIn(JSON.stringify(rows))).toEqual([]);
    }
  });

  it('is in no email', async () => {
    const mails = await allQueuedMails(world.ctx);
    expect(mails.length).toBeGreaterThanOrEqual(5);
    const shown = mails.flatMap((mail) =>
      mailboxesIn(JSON.stringify(mail)).filter((mailbox) => !mail.to.startsWith(mailbox)),
    );
    expect(shown).toEqual([]);
  });

  it.each(['visitor', 'user', 'owner', 'other'] as const)(
    'is in no page for the %s',
    async (role) => {
      expect(existsSync(builtClient.bundle)).toBe(true);
      const { listingId, owner } = world;
      const get = (path: string) =>
        callRoute(server, cookiesOf(world, role), { route: `GET ${path}` });
      const open = ['/', '/listings', `/listings/${listingId}`, `/users/${owner.id}`];
      const own = ['/home', '/messages', '/my-listings', '/settings', '/notifications', '/admin'];
      const email = emailOf(world, role);
      const pages = await Promise.all([...open, ...own].map(get));
      expect(pages.slice(0, open.length).map(({ status }) => status)).toEqual(open.map(() => 200));
      const shown = pages.flatMap(mailboxesOf).filter((mailbox) => !email.startsWith(mailbox));
      expect(shown).toEqual([]);
    },
  );
});
