import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { listening, startUnlimited } from '../../realtime/realtime.fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import type { SignedIn, TestServer } from '../../test/server.ts';
import { connectClient, type EventLog, type TestClient } from '../../test/ws-client.ts';
import { notifyUser } from './notifications.fixtures.ts';

let database: TestDatabase;
let one: TestServer;
let other: TestServer;
const clients: TestClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  one = await startUnlimited(database);
  other = await startUnlimited(database);
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));
afterAll(async () => {
  await one.close();
  await other.close();
  await database.close();
});

const connect = (server: TestServer, user: SignedIn) => {
  const client = connectClient([server], user);
  clients.push(client);
  return client;
};

const notificationsIn = (log: EventLog) =>
  log.events.flatMap(({ event }) =>
    event.type === 'notification' ? [[event.notification?.title, event.unreadNotifications]] : [],
  );

it('delivers notifications and read marks to every tab on every instance, and replays them later', async () => {
  const user = await one.signedIn();
  const tabs = [connect(one, user), connect(other, user)];
  const logs = await Promise.all(tabs.map((tab) => listening(tab)));
  await notifyUser(one.ctx, user.id);
  for (const log of logs) {
    await vi.waitFor(() => expect(notificationsIn(log)).toEqual([['Ann rated you', 1]]));
  }
  await tabs[1]!.api.notifications.markRead.mutate({});
  for (const log of logs) {
    await vi.waitFor(() => expect(notificationsIn(log).slice(1)).toEqual([[undefined, 0]]));
  }
  const back = await listening(connect(other, user), '0');
  await vi.waitFor(() => expect(notificationsIn(back)).toEqual(notificationsIn(logs[0]!)));
});
