import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import type { Page } from '@marketplace/shared/pagination';
import { notificationsKey, unreadNotificationsKey } from '../../notifications/notification-list.ts';
import { conversationsKey, historyKey, salesKey, unreadCountKey } from '../cache-keys.ts';
import { addStoredMessage, createFeedCache, onScreen } from './feed.ts';
import {
  conversationOf,
  conversationsOf,
  createModelServer,
  feedOf,
  historyOf,
  markRead,
  type ModelServer,
  send,
  unreadOf,
} from './in-memory-server.fixtures.ts';
import { outboxOf } from './send-queue.ts';

const me = 'ann';
const ids = ['desk', 'bike', 'lamp'];

function newServer(): ModelServer {
  return createModelServer({ desk: ['ann', 'ben'], bike: ['cid', 'ann'], lamp: ['ann', 'cid'] });
}

/** Splits the items into pages of `size`, like a list that was scrolled. */
function pagesOf<Item>(items: Item[], size: number): InfiniteData<Page<Item>> {
  const count = Math.max(1, Math.ceil(items.length / size));
  const pages = Array.from({ length: count }, (_, n) => ({
    items: items.slice(n * size, (n + 1) * size),
    nextCursor: n < count - 1 ? String(n) : null,
  }));
  return { pages, pageParams: pages.map((_, n) => (n === 0 ? null : String(n - 1))) };
}

function load(client: QueryClient, server: ModelServer): void {
  client.setQueryData(conversationsKey(), pagesOf(conversationsOf(server, me), 2));
  for (const id of ids) client.setQueryData(historyKey(id), pagesOf(historyOf(server, id), 5));
  client.setQueryData(unreadCountKey(), { count: unreadOf(server, me) });
}

function flat<Item>(client: QueryClient, key: readonly unknown[]): Item[] {
  const data = client.getQueryData<InfiniteData<Page<Item>>>(key);
  return data?.pages.flatMap((page) => page.items) ?? [];
}

const isInvalidated = (client: QueryClient, key: readonly unknown[]) =>
  client.getQueryState(key)?.isInvalidated;

/** Returns a random number generator that repeats its numbers for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function act(server: ModelServer, random: (below: number) => number): void {
  const id = ids[random(ids.length)]!;
  const other = id === 'desk' ? 'ben' : 'cid';
  const user = random(2) === 0 ? me : other;
  if (random(3) > 0) send(server, { to: id, from: user });
  else
    markRead(server, {
      id,
      readerId: user,
      upToSeq: random(conversationOf(server, id).messages.length + 3),
    });
}

let client: QueryClient;
let server: ModelServer;
beforeEach(() => {
  client = new QueryClient();
  server = newServer();
  outboxOf(me).clear();
});

describe('applying events to loaded data', () => {
  test.each(Array.from({ length: 40 }, (_, seed) => seed))(
    'gives the same result as a fresh load (history %i)',
    (seed) => {
      const random = randomOf(seed + 1);
      for (const id of ids) send(server, { to: id, from: me });
      for (let n = random(40); n > 0; n--) act(server, random);
      load(client, server);
      const feed = createFeedCache(client, me);
      const start = feedOf(server, me).length;
      feed.apply(String(start), { type: 'unread', count: unreadOf(server, me) });
      for (let n = 0; n < 40; n++) act(server, random);

      const events = feedOf(server, me);
      for (let position = start + 1; position <= events.length; position++) {
        feed.apply(String(position), events[position - 1]!);
        // A reconnect may repeat earlier events.
        const again = 1 + random(position);
        feed.apply(String(again), events[again - 1]!);
      }

      expect(flat(client, conversationsKey())).toEqual(conversationsOf(server, me));
      for (const id of ids) expect(flat(client, historyKey(id))).toEqual(historyOf(server, id));
      expect(client.getQueryData(unreadCountKey())).toEqual({ count: unreadOf(server, me) });
      expect(feed.position()).toBe(String(events.length));
    },
  );

  test('a history loaded after some events ignores the events it contains', () => {
    const feed = createFeedCache(client, me);
    send(server, { to: 'desk', from: 'ben' });
    send(server, { to: 'desk', from: 'ben' });
    load(client, server);
    send(server, { to: 'desk', from: 'ben' });
    feedOf(server, me).forEach((event, n) => feed.apply(String(n + 1), event));
    expect(flat<MessageView>(client, historyKey('desk'))).toEqual(historyOf(server, 'desk'));
    expect(flat(client, conversationsKey())).toEqual(conversationsOf(server, me));
  });
});

describe('an event that does not carry enough', () => {
  const start = (position: number) => {
    const feed = createFeedCache(client, me);
    feed.apply(String(position), { type: 'unread', count: 0 });
    load(client, server);
    return feed;
  };

  test('refetches the data that was loaded before the first event', () => {
    load(client, server);
    createFeedCache(client, me).apply('0', { type: 'unread', count: 0 });
    expect(isInvalidated(client, conversationsKey())).toBe(true);
    expect(isInvalidated(client, historyKey('desk'))).toBe(true);
    expect(isInvalidated(client, unreadCountKey())).toBe(false);
  });

  test('refetches everything when an event of the feed is missing', () => {
    send(server, { to: 'desk', from: 'ben' });
    const feed = start(1);
    send(server, { to: 'desk', from: 'ben' });
    send(server, { to: 'bike', from: 'cid' });
    feed.apply('3', feedOf(server, me)[2]!);
    expect(isInvalidated(client, conversationsKey())).toBe(true);
    expect(isInvalidated(client, historyKey('desk'))).toBe(true);
    expect(isInvalidated(client, unreadCountKey())).toBe(true);
    expect(feed.position()).toBe('3');
  });

  test('refetches everything on a reset', () => {
    const feed = start(0);
    feed.apply('70', { type: 'reset' });
    expect(isInvalidated(client, conversationsKey())).toBe(true);
    expect(isInvalidated(client, historyKey('lamp'))).toBe(true);
    expect(isInvalidated(client, unreadCountKey())).toBe(true);
    expect(feed.position()).toBe('70');
  });

  test('refetches a conversation that changed in another way, such as by a block', () => {
    const feed = start(0);
    feed.apply('1', { type: 'conversation', conversationId: 'desk', unread: 4 });
    expect(isInvalidated(client, conversationsKey())).toBe(true);
    expect(isInvalidated(client, historyKey('desk'))).toBe(true);
    expect(isInvalidated(client, historyKey('bike'))).toBe(false);
    expect(client.getQueryData(unreadCountKey())).toEqual({ count: 4 });
    expect(feed.position()).toBe('1');
  });

  test('refetches the list when the conversation is not in it', () => {
    const feed = start(0);
    send(server, { to: 'desk', from: 'ben' });
    feed.apply('1', feedOf(server, me)[0]!);
    expect(isInvalidated(client, conversationsKey())).toBe(true);
    expect(isInvalidated(client, historyKey('desk'))).toBe(false);
  });

  test('refetches a history that lacks the message before', () => {
    const feed = start(0);
    send(server, { to: 'desk', from: 'ben' });
    send(server, { to: 'desk', from: 'ben' });
    feed.apply('1', feedOf(server, me)[1]!);
    expect(isInvalidated(client, historyKey('desk'))).toBe(true);
    expect(isInvalidated(client, historyKey('bike'))).toBe(false);
  });

  test('refetches a list whose pending answer may be older than the event', async () => {
    send(server, { to: 'desk', from: 'ben' });
    const feed = start(1);
    const old = pagesOf<ConversationView>(conversationsOf(server, me), 2);
    let answer: (data: typeof old) => void = () => undefined;
    const fetching = client.fetchQuery({
      queryKey: conversationsKey(),
      queryFn: () => new Promise<typeof old>((resolve) => (answer = resolve)),
    });
    send(server, { to: 'desk', from: 'ben' });
    feed.apply('2', feedOf(server, me)[1]!);
    expect(isInvalidated(client, conversationsKey())).toBe(true);
    answer(old);
    await fetching;
  });
});

test('a sent message and its event show as one message, in whatever order they arrive', () => {
  load(client, server);
  const feed = createFeedCache(client, me);
  feed.apply('0', { type: 'unread', count: 0 });
  const outbox = outboxOf(me);
  outbox.add('desk', 'Hello');
  const one = outbox.messages.get()[0]!;
  addStoredMessage(client, send(server, { to: 'desk', from: me, clientId: one.clientId }));
  feed.apply('1', feedOf(server, me)[0]!);
  outbox.add('desk', 'Hello');
  const two = outbox.messages.get()[0]!;
  const stored = send(server, { to: 'desk', from: me, clientId: two.clientId });
  feed.apply('2', feedOf(server, me)[1]!);
  addStoredMessage(client, stored);

  expect(two.clientId).not.toBe(one.clientId);
  expect(flat(client, historyKey('desk'))).toEqual(historyOf(server, 'desk'));
  expect(outbox.messages.get()).toEqual([]);
});

test('a message in the chat on screen raises no counter, and any other message does', () => {
  send(server, { to: 'desk', from: 'ben' });
  send(server, { to: 'bike', from: 'cid' });
  markRead(server, { id: 'desk', readerId: me, upToSeq: 1 });
  load(client, server);
  const feed = createFeedCache(client, me);
  feed.apply('3', { type: 'unread', count: 1 });
  const unreadIn = (id: string) =>
    flat<ConversationView>(client, conversationsKey()).find((entry) => entry.id === id)?.unread;

  onScreen.conversationId = 'desk';
  send(server, { to: 'desk', from: 'ben' });
  feed.apply('4', feedOf(server, me)[3]!);
  expect(unreadIn('desk')).toBe(0);
  expect(client.getQueryData(unreadCountKey())).toEqual({ count: 1 });

  onScreen.conversationId = null;
  send(server, { to: 'desk', from: 'ben' });
  feed.apply('5', feedOf(server, me)[4]!);
  expect(unreadIn('desk')).toBe(2);
  expect(client.getQueryData(unreadCountKey())).toEqual({ count: 3 });
});

describe('the notification list', () => {
  const notification = {
    id: 'n',
    type: 'review' as const,
    title: 'Ben rated you',
    body: null,
    path: null,
    count: 1,
    readAt: null,
    createdAt: '2026-11-20T12:00:00.000Z',
  };
  const open = () => {
    load(client, server);
    const feed = createFeedCache(client, me);
    feed.apply('0', { type: 'unread', count: 0 });
    client.setQueryData(notificationsKey(), pagesOf([], 5));
    client.setQueryData(unreadNotificationsKey(), { count: 0 });
    return feed;
  };

  test('shows a new notification at once, and refetches after some were read', () => {
    const feed = open();
    feed.apply('1', { type: 'notification', notification, unreadNotifications: 1 });
    expect(flat(client, notificationsKey())).toEqual([notification]);
    expect(isInvalidated(client, notificationsKey())).toBe(false);
    expect(client.getQueryData(unreadNotificationsKey())).toEqual({ count: 1 });
    feed.apply('2', { type: 'notification', notification: null, unreadNotifications: 0 });
    expect(isInvalidated(client, notificationsKey())).toBe(true);
    expect(client.getQueryData(unreadNotificationsKey())).toEqual({ count: 0 });
  });

  test('refetches the sales when it gets a notification of a sale', () => {
    const feed = open();
    client.setQueryData(salesKey(), pagesOf([], 5));
    feed.apply('1', { type: 'notification', notification, unreadNotifications: 1 });
    expect(isInvalidated(client, salesKey())).toBe(false);
    const sale = { ...notification, id: 'sale', type: 'sale' as const };
    feed.apply('2', { type: 'notification', notification: sale, unreadNotifications: 2 });
    expect(isInvalidated(client, salesKey())).toBe(true);
  });

  test('is refetched with the first unread message of a conversation, and when it is read', () => {
    const feed = open();
    const isBehind = (position: number) => {
      client.setQueryData(notificationsKey(), pagesOf([], 5));
      feed.apply(String(position), feedOf(server, me)[position - 1]!);
      return isInvalidated(client, notificationsKey());
    };
    send(server, { to: 'desk', from: 'ben' });
    expect(isBehind(1)).toBe(true);
    send(server, { to: 'desk', from: 'ben' });
    expect(isBehind(2)).toBe(false);
    send(server, { to: 'desk', from: me });
    expect(isBehind(3)).toBe(false);
    markRead(server, { id: 'desk', readerId: me, upToSeq: 2 });
    expect(isBehind(4)).toBe(true);
    expect(client.getQueryData(unreadNotificationsKey())).toEqual({ count: 0 });
  });

  test('is refetched on a reset', () => {
    const feed = open();
    feed.apply('70', { type: 'reset' });
    expect(isInvalidated(client, notificationsKey())).toBe(true);
    expect(isInvalidated(client, unreadNotificationsKey())).toBe(true);
  });
});
