import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AdminFeedEvent, AdminTotals } from '@marketplace/shared/admin/schemas';
import type { Bus } from '../platform/bus/bus.ts';
import { createPostgresBus } from '../platform/bus/postgres-bus.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { queuedCode } from '../test/mail.ts';
import type { TestServer } from '../test/server.ts';
import { connectClient, type TestClient } from '../test/ws-client.ts';
import { type AdminFollower, createAdminEventBus } from './admin-events.ts';
import { send, soonMs, startTalk, startUnlimited } from './realtime.fixtures.ts';
import { readTotals } from './totals.ts';

let database: TestDatabase;
let servers: [TestServer, TestServer];
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  servers = [
    await startUnlimited(database, { openBus: countingBus }),
    await startUnlimited(database, { openBus: countingBus }),
  ];
});
afterAll(async () => {
  for (const close of closing) await close();
  await Promise.all(servers.map((server) => server.close()));
  await database.close();
});

/** The number of admin messages that all instances have published. */
let published = 0;

function countingBus(pool: Pool, log: Logger): Bus {
  const bus = createPostgresBus(pool, log);
  return {
    ...bus,
    publish(message) {
      if (message.includes('"type":"admin"')) published++;
      return bus.publish(message);
    },
  };
}

interface Screen {
  events: { at: number; event: AdminFeedEvent }[];
  errors: string[];
  stats(): AdminTotals | undefined;
}

/** Opens an admin screen at a server. Resolves when the first totals or an error have arrived. */
async function openScreen(server: TestServer, cookie: string): Promise<Screen> {
  const client = connectClient([server], { cookie });
  closing.push(() => client.close());
  const events: Screen['events'] = [];
  const errors: string[] = [];
  client.api.admin.events.subscribe(undefined, {
    onData: (event) => void events.push({ at: Date.now(), event }),
    onError: (error) => void errors.push(error.message),
  });
  await vi.waitFor(() => expect(events.length + errors.length).toBeGreaterThan(0), 10_000);
  const stats = () => {
    const last = events.findLast(({ event }) => event.type === 'stats')?.event;
    return last?.type === 'stats' ? last.stats : undefined;
  };
  return { events, errors, stats };
}

async function twoScreens(): Promise<Screen[]> {
  return Promise.all(
    servers.map(async (server) =>
      openScreen(server, (await server.signedIn({ isAdmin: true })).cookie),
    ),
  );
}

/** Resolves when every screen has received the event. */
async function arrival(screens: Screen[], event: AdminFeedEvent): Promise<void> {
  const seen = () => {
    for (const screen of screens) {
      expect(screen.events.map((entry) => entry.event)).toContainEqual(event);
    }
  };
  await vi.waitFor(seen, { timeout: soonMs, interval: 10 });
}

function clientOf(server: TestServer, cookie: string): TestClient {
  const client = connectClient([server], { cookie });
  closing.push(() => client.close());
  return client;
}

/** Resolves when every screen shows the totals of the database. */
async function totalsAreRight(screens: Screen[]): Promise<void> {
  const totals = await readTotals(database.db);
  const seen = () => {
    for (const screen of screens) expect(screen.stats()).toEqual(totals);
  };
  await vi.waitFor(seen, { timeout: soonMs, interval: 10 });
}

describe('an open admin screen', () => {
  it('shows the totals first', async () => {
    const screens = await twoScreens();
    for (const { events } of screens) expect(events[0]?.event.type).toBe('stats');
  });

  it('shows a sign-up and a new listing within a second, at every instance', async () => {
    const screens = await twoScreens();
    const [here] = servers;
    const email = 'newcomer@example.com';
    const headers = { 'content-type': 'application/json' };
    const call = (path: string, body: object, cookie = '') =>
      fetch(`${here.url}/api/auth/${path}`, {
        method: 'POST',
        headers: { ...headers, cookie },
        body: JSON.stringify(body),
      });
    const asked = await call('send-code', { email });
    const { token } = (await asked.json()) as { token: string };
    const browser = asked.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
    const code = await queuedCode(here.ctx, email);
    const entered = await call('verify', { token, code }, browser.join('; '));
    expect(entered.status).toBe(200);
    const { id } = await database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await arrival(screens, { type: 'userJoined', userId: id });
    await totalsAreRight(screens);

    const seller = await here.signedIn();
    const listing = { title: 'Kettle', price: '5.00', location: 'Troy' };
    const made = await clientOf(here, seller.cookie).api.listings.create.mutate(listing);
    await arrival(screens, { type: 'listingCreated', listingId: made.id });
    await totalsAreRight(screens);
  });

  it('shows a burst of 500 messages as a few totals, correct within a second of the last message', async () => {
    const [here, there] = servers;
    const talks = await Promise.all([startTalk(here), startTalk(there)]);
    const senders = talks.map(({ buyer }, n) => clientOf(servers[n] ?? here, buyer.cookie));
    const screens = await twoScreens();
    const before = screens.map(({ events }) => events.length);
    const began = Date.now();
    published = 0;
    await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        send(senders[n % 2]!, talks[n % 2]!.conversationId, `Message ${n}`),
      ),
    );
    const seconds = (Date.now() - began) / 1_000;
    await totalsAreRight(screens);
    expect(published).toBeLessThanOrEqual(2 * (Math.ceil(seconds * 4) + 1));
    for (const [n, { events }] of screens.entries()) {
      const stats = events.slice(before[n]).filter(({ event }) => event.type === 'stats');
      expect(stats.length).toBeGreaterThan(0);
      // Four per second while messages arrive, and one or two for the rest at the end.
      expect(stats.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 2);
      const sent = events.slice(before[n]).filter(({ event }) => event.type === 'messageSent');
      expect(sent.length).toBeLessThanOrEqual(stats.length);
    }
  });

  it('is signed out within a second when its admin is deactivated at another instance', async () => {
    const [here, there] = servers;
    const victim = await here.signedIn({ isAdmin: true });
    const other = await there.signedIn({ isAdmin: true });
    const client = clientOf(here, victim.cookie);
    const events: AdminFeedEvent[] = [];
    client.api.admin.events.subscribe(undefined, { onData: (event) => void events.push(event) });
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(0));
    await clientOf(there, other.cookie).api.admin.deactivate.mutate({ id: victim.id });
    await vi.waitFor(() => expect(client.closeCodes).toContain(4401), { timeout: soonMs });
  });

  it('ends when its user is no longer an admin, and is refused to other users', async () => {
    const [here] = servers;
    const admin = await here.signedIn({ isAdmin: true });
    const screen = await openScreen(here, admin.cookie);
    await database.db
      .updateTable('users')
      .set({ isAdmin: false })
      .where('id', '=', admin.id)
      .execute();
    here.ctx.hub.admin.publish({ type: 'messageSent' });
    await vi.waitFor(() => expect(screen.errors).toEqual(['Admin access required']));
    const user = await openScreen(here, (await here.signedIn()).cookie);
    expect(user).toMatchObject({ events: [], errors: ['Admin access required'] });
  });

  it('receives 200 events at once, in messages that fit the bus', async () => {
    const screens = await twoScreens();
    const [here] = servers;
    const ids = Array.from({ length: 200 }, () => crypto.randomUUID());
    for (const caseId of ids)
      here.ctx.hub.admin.publish({ type: 'report', caseId, change: 'reported' });
    const seen = () => {
      for (const { events } of screens) {
        const cases = events.flatMap(({ event }) => (event.type === 'report' ? event.caseId : []));
        expect(cases).toEqual(ids);
      }
    };
    await vi.waitFor(seen);
  });
});

it('does not dismiss a follower that joins while the admins are looked up', async () => {
  const { ctx } = servers[0];
  const [first, second] = [
    await servers[0].signedIn({ isAdmin: true }),
    await servers[0].signedIn({ isAdmin: true }),
  ];
  const bus = createAdminEventBus(ctx, async () => undefined);
  const follower = ({ id }: { id: string }) => ({
    userId: id,
    receive: vi.fn<AdminFollower['receive']>(),
    dismiss: vi.fn<AdminFollower['dismiss']>(),
  });
  const [early, late] = [follower(first), follower(second)];
  bus.follow(early);
  await ctx.db.transaction().execute(async (trx) => {
    await sql`lock table users in access exclusive mode`.execute(trx);
    bus.refresh();
    // The look-up waits for the lock.
    await vi.waitFor(async () => {
      const waiting = await sql`select 1 from pg_locks where relation = 'users'::regclass
        and not granted`.execute(trx);
      expect(waiting.rows.length).toBeGreaterThan(0);
    });
    bus.follow(late);
  });
  await vi.waitFor(() => expect(early.receive).toHaveBeenCalled(), 10_000);
  expect(late.dismiss).not.toHaveBeenCalled();
  await bus.close();
});
