import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeedEvent } from '@marketplace/shared/messaging/views';
import {
  createTestListing,
  draft,
} from '@marketplace/server/features/messaging/messaging.fixtures';
import { notify } from '@marketplace/server/features/notifications/notifications';
import { startUnlimited } from '@marketplace/server/realtime/realtime.fixtures';
import { createTestDatabase, type TestDatabase } from '@marketplace/server/test/database';
import type { TestServer } from '@marketplace/server/test/server';
import { connectClient, type TestClient } from '@marketplace/server/test/ws-client';
import { compareWithServer } from './compare.ts';
import { openTab, type Tab } from './tab.ts';
import { until } from './until.ts';

const timeoutMs = 10_000;

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startUnlimited(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/**
 * A user's page with two conversations loaded, the same user's second tab (`me`), and the person
 * they talk to (`other`).
 */
interface Scene {
  tab: Tab;
  me: { id: string; api: TestClient['api'] };
  other: { id: string; api: TestClient['api'] };
  conversationId: string;
  /** A listing of `me` without a conversation. */
  listingId: string;
}

interface Case {
  what: string;
  act(scene: Scene): Promise<unknown>;
}

const say = (from: { api: TestClient['api'] }, conversationId: string) =>
  from.api.messaging.send.mutate({ conversationId, ...draft(`Hello ${randomUUID()}`) });

/** Runs `act` while the page sleeps. The page learns of it when it wakes. */
const asleep = (act: Case['act']) => async (scene: Scene) => {
  scene.tab.sleep();
  await act(scene);
  scene.tab.wake();
};

async function sendNotification(userId: string, groupKey = 'report'): Promise<void> {
  const { db, hub } = server.ctx;
  const data = { about: 'your report', outcome: 'acted' as const };
  const notification = { userId, groupKey, type: 'report' as const, data };
  hub.deliver(await db.transaction().execute((trx) => notify(trx, notification)));
}

/** The type requires a case for every kind of event. */
const cases: Record<FeedEvent['type'], Case[]> = {
  message: [
    {
      what: 'from the other person',
      act: ({ other, conversationId }) => say(other, conversationId),
    },
    { what: 'from my other tab', act: (scene) => say(scene.me, scene.conversationId) },
    {
      what: 'the first in a new conversation',
      async act({ other, listingId }) {
        const { id } = await other.api.messaging.openConversation.mutate({ listingId });
        await say(other, id);
      },
    },
    {
      what: 'many at the same time in both conversations',
      async act(scene) {
        const ids = scene.tab.conversations().map(({ id }) => id);
        const both = [scene.me, scene.other];
        const sends = both.flatMap((from) => ids.flatMap((id) => [say(from, id), say(from, id)]));
        await Promise.all(sends);
      },
    },
  ],
  read: [
    {
      what: 'by me, in another tab',
      act: ({ me, conversationId }) =>
        me.api.messaging.markRead.mutate({ conversationId, upToSeq: 2 }),
    },
    {
      what: 'by the other person',
      act: ({ other, conversationId }) =>
        other.api.messaging.markRead.mutate({ conversationId, upToSeq: 99 }),
    },
  ],
  conversation: [
    {
      what: 'I block the other person',
      act: ({ me, other }) => me.api.messaging.block.mutate({ userId: other.id }),
    },
    {
      what: 'I block and unblock the other person',
      async act({ me, other }) {
        await me.api.messaging.block.mutate({ userId: other.id });
        await me.api.messaging.unblock.mutate({ userId: other.id });
      },
    },
  ],
  unread: [
    { what: 'after a pause in which nothing happened', act: asleep(async () => undefined) },
    {
      what: 'after a pause in which I read and the other person wrote',
      act: asleep(async ({ me, other, conversationId }) => {
        await me.api.messaging.markRead.mutate({ conversationId, upToSeq: 99 });
        await say(other, conversationId);
      }),
    },
  ],
  reset: [
    {
      what: 'after a pause longer than the feed is stored',
      act: asleep(async ({ me, other, conversationId }) => {
        await say(other, conversationId);
        await say(me, conversationId);
        await database.pool.query('delete from feed_events where user_id = $1', [me.id]);
      }),
    },
  ],
  notification: [
    { what: 'about something other than a message', act: ({ me }) => sendNotification(me.id) },
    {
      what: 'grouped, and marked as read in another tab',
      async act({ me }) {
        for (const groupKey of ['one', 'two', 'one']) await sendNotification(me.id, groupKey);
        const { items } = await me.api.notifications.list.query({ limit: 1 });
        await me.api.notifications.markRead.mutate({ ids: items.map(({ id }) => id) });
      },
    },
    {
      what: 'several, and all marked as read, while the page sleeps',
      act: asleep(async ({ me, other, conversationId }) => {
        await sendNotification(me.id);
        await say(other, conversationId);
        await me.api.notifications.markRead.mutate({});
        await sendNotification(me.id);
      }),
    },
  ],
};

async function enter(): Promise<Scene & { leave(): Promise<void> }> {
  const { db } = server.ctx;
  const [mine, others] = [await server.signedIn(), await server.signedIn()];
  const me = { id: mine.id, ...connectClient([server], mine) };
  const other = { id: others.id, ...connectClient([server], others) };
  const listings = await Promise.all([1, 2, 3].map(() => createTestListing(db, mine.id)));
  const opened = [];
  for (const listingId of listings.slice(0, 2)) {
    const { id } = await other.api.messaging.openConversation.mutate({ listingId });
    for (const from of [other, other, me, other]) await say(from, id);
    opened.push(id);
  }
  const tab = openTab(server.url, { name: 'me', id: mine.id, cookie: mine.cookie });
  await quiet(tab);
  return {
    ...{ tab, me, other, conversationId: opened[0]!, listingId: listings[2]! },
    leave: async () => void (await Promise.all([tab, me, other].map((each) => each.close()))),
  };
}

/** Waits until the page has every event of its feed and every response that it requested. */
async function quiet(tab: Tab): Promise<void> {
  await until(async () => {
    const text = 'select last_seq from feeds where user_id = $1';
    const { rows } = await database.pool.query(text, [tab.account.id]);
    const last = Number(rows[0].last_seq);
    return tab.position() === last ? tab.missing() : `position ${tab.position()} of ${last}`;
  }, timeoutMs);
}

const all = Object.entries(cases).flatMap(([kind, some]) =>
  some.map((each) => ({ kind: kind as FeedEvent['type'], ...each })),
);

describe('a page loaded before an event shows the same as a fresh load after it', () => {
  test.each(all)('$kind: $what', async ({ kind, act }) => {
    const scene = await enter();
    const { tab } = scene;
    const before = tab.record.count(kind);
    await act(scene);
    await until(() => (tab.record.count(kind) > before ? null : `no ${kind} came`), timeoutMs);
    await quiet(tab);

    expect(await compareWithServer(tab)).toEqual([]);
    expect(tab.record.faults()).toEqual([]);
    await scene.leave();
  });
});
