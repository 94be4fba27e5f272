import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowser, createServer } from './send-queue.fixtures.ts';
import { type Exclusively, Outbox } from './send-queue.ts';
import { createOutboxStore } from './outbox-store.ts';

const withLocks: Exclusively = (name, act) => navigator.locks.request(name, act);
const withoutLocks: Exclusively = (_, act) => act();

let browser: ReturnType<typeof createBrowser>;
let server: ReturnType<typeof createServer>;
let users = 0;
let ann = '';
beforeEach(() => {
  browser = createBrowser();
  server = createServer();
  users += 1;
  // Locks outlive a test, so each test has its own user.
  ann = `ann ${users}`;
});

interface Tab {
  outbox: Outbox;
  /** Simulates a reload or a closed tab, which receives no more events. */
  close: () => void;
}

function openTab(userId = ann, exclusively = withLocks): Tab {
  const { close, ...shared } = browser.openTab();
  const store = createOutboxStore(userId, shared);
  const outbox = new Outbox({ userId, store, exclusively, delay: () => 600_000 });
  return { outbox, close };
}

const contents = ({ outbox }: Tab) => outbox.messages.get().map(({ content }) => content);
const settled = (tab: Tab) => vi.waitFor(() => expect(tab.outbox.messages.get()).toEqual([]));
const called = (times: number) => vi.waitFor(() => expect(server.calls).toHaveLength(times));

describe('one tab', () => {
  test('shows messages at once, and sends them one by one in the order of writing', async () => {
    const tab = openTab();
    tab.outbox.start(server.send);
    const written = Array.from({ length: 20 }, (_, n) => `message ${n}`);
    for (const content of written) tab.outbox.add('desk', content);
    expect(contents(tab)).toEqual(written);
    await settled(tab);
    expect(server.contents()).toEqual(written);
    expect(server.state.atOnce).toBe(1);
  });

  test('does not let one conversation wait for another', async () => {
    const tab = openTab();
    server.hold();
    tab.outbox.start(server.send);
    tab.outbox.add('desk', 'about the desk');
    tab.outbox.add('bike', 'about the bike');
    await called(2);
    server.release();
    await settled(tab);
  });

  test('sends a message that is added the moment the queue runs empty', async () => {
    const tab = openTab();
    tab.outbox.start(server.send);
    let left = 20;
    tab.outbox.messages.subscribe(() => {
      if (tab.outbox.messages.get().length > 0 || left === 0) return;
      left -= 1;
      tab.outbox.add('desk', `message ${left}`);
    });
    tab.outbox.add('desk', 'first');
    await vi.waitFor(() => expect(server.contents()).toHaveLength(21));
    await settled(tab);
  });

  test('waits while the server is unreachable, shows that, and continues in order', async () => {
    const tab = openTab();
    server.state.answer = { outcome: 'later' };
    tab.outbox.start(server.send);
    tab.outbox.add('desk', 'one');
    await vi.waitFor(() => expect(tab.outbox.messages.get()[0]?.queued).toBe(true));
    tab.outbox.add('desk', 'two');
    expect(tab.outbox.messages.get().map(({ queued }) => queued)).toEqual([true, true]);
    expect(server.calls).toEqual(['one']);
    tab.outbox.wake();
    await called(2);
    await vi.waitFor(() => expect(tab.outbox.messages.get()[0]?.queued).toBe(true));
    server.state.answer = null;
    tab.outbox.wake();
    await settled(tab);
    expect(server.contents()).toEqual(['one', 'two']);
  });

  test('waits as long as the server requires, and then continues', async () => {
    const tab = openTab();
    server.state.answer = { outcome: 'later', afterMs: 1 };
    tab.outbox.start(server.send);
    tab.outbox.add('desk', 'one');
    await vi.waitFor(() => expect(server.calls.length).toBeGreaterThan(1));
    expect(tab.outbox.messages.get()[0]?.queued).toBe(false);
    server.state.answer = null;
    await settled(tab);
    expect(server.contents()).toEqual(['one']);
  });

  test('leaves no listeners behind after many retries', async () => {
    const abortListeners = new Set<unknown>();
    vi.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation(
      (_, listener) => void abortListeners.add(listener),
    );
    vi.spyOn(AbortSignal.prototype, 'removeEventListener').mockImplementation(
      (_, listener) => void abortListeners.delete(listener),
    );
    const tab = openTab();
    server.state.answer = { outcome: 'later', afterMs: 1 };
    tab.outbox.start(server.send);
    tab.outbox.add('desk', 'one');
    await vi.waitFor(() => expect(server.calls.length).toBeGreaterThan(5));
    expect(abortListeners.size).toBeLessThanOrEqual(1);
    server.state.answer = null;
    await settled(tab);
    vi.restoreAllMocks();
  });

  test('marks a refused message and sends the messages behind it', async () => {
    const tab = openTab();
    server.state.refuse.add('two');
    tab.outbox.start(server.send);
    for (const content of ['one', 'two', 'three']) tab.outbox.add('desk', content);
    await vi.waitFor(() => expect(server.contents()).toEqual(['one', 'three']));
    await vi.waitFor(() => expect(contents(tab)).toEqual(['two']));
    const { clientId, error } = tab.outbox.messages.get()[0]!;
    expect(error).toBe('No.');

    server.state.refuse.clear();
    tab.outbox.retry(clientId);
    expect(tab.outbox.messages.get()[0]?.error).toBeUndefined();
    await settled(tab);
    expect(server.contents()).toEqual(['one', 'three', 'two']);
  });

  test('forgets a refused message that is discarded', async () => {
    const tab = openTab();
    server.state.refuse.add('one');
    tab.outbox.start(server.send);
    tab.outbox.add('desk', 'one');
    await vi.waitFor(() => expect(tab.outbox.messages.get()[0]?.error).toBe('No.'));
    tab.outbox.discard(tab.outbox.messages.get()[0]!.clientId);
    expect(contents(openTab())).toEqual([]);
  });

  test('does not mark a message as failed if its event arrives before the refusal', async () => {
    const tab = openTab();
    server.state.refuse.add('one');
    server.hold();
    tab.outbox.start(server.send);
    tab.outbox.add('desk', 'one');
    await called(1);
    tab.outbox.discard(tab.outbox.messages.get()[0]!.clientId);
    server.release();
    tab.outbox.add('desk', 'two');
    await vi.waitFor(() => expect(server.contents()).toEqual(['two']));
    await settled(tab);
  });

  test('does not send a message older than a day until the user retries', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const before = openTab();
    before.outbox.add('desk', 'still there?');
    before.close();
    vi.setSystemTime(Date.now() + 25 * 60 * 60_000);
    const tab = openTab();
    tab.outbox.start(server.send);
    await vi.waitFor(() => expect(tab.outbox.messages.get()[0]?.error).toMatch(/more than a day/));
    expect(server.calls).toEqual([]);
    tab.outbox.retry(tab.outbox.messages.get()[0]!.clientId);
    await settled(tab);
    expect(server.contents()).toEqual(['still there?']);
    vi.useRealTimers();
  });

  test('works if the browser forbids storage', async () => {
    const store = createOutboxStore(ann, null);
    const outbox = new Outbox({ userId: ann, store, exclusively: withLocks });
    outbox.start(server.send);
    outbox.add('desk', 'one');
    expect(outbox.messages.get()).toHaveLength(1);
    await settled({ outbox, close: () => undefined });
    expect(server.contents()).toEqual(['one']);
  });
});

describe('a reload', () => {
  test('preserves the queue, its order and the refused messages', async () => {
    const before = openTab();
    server.state.refuse.add('refused');
    before.outbox.start(server.send);
    before.outbox.add('desk', 'refused');
    await vi.waitFor(() => expect(before.outbox.messages.get()[0]?.error).toBe('No.'));
    server.state.answer = { outcome: 'later' };
    for (const content of ['one', 'two']) before.outbox.add('desk', content);
    await called(2);
    before.close();

    const after = openTab();
    expect(contents(after)).toEqual(['refused', 'one', 'two']);
    server.state.answer = null;
    after.outbox.start(server.send);
    await vi.waitFor(() => expect(contents(after)).toEqual(['refused']));
    expect(server.contents()).toEqual(['one', 'two']);
  });

  test('in the middle of a send stores the message once', async () => {
    const before = openTab(ann, withoutLocks);
    server.hold();
    before.outbox.start(server.send);
    before.outbox.add('desk', 'one');
    await called(1);
    before.close();
    const after = openTab(ann, withoutLocks);
    after.outbox.start(server.send);
    await called(2);
    server.release();
    await settled(after);
    expect(server.contents()).toEqual(['one']);
  });
});

describe('two tabs', () => {
  test('both show a message, and only one of them sends it', async () => {
    const [one, two] = [openTab(), openTab()];
    server.hold();
    one.outbox.start(server.send);
    two.outbox.start(server.send);
    one.outbox.add('desk', 'one');
    expect(contents(two)).toEqual(['one']);
    await called(1);
    two.outbox.add('desk', 'two');
    expect(contents(one)).toEqual(['one', 'two']);
    server.release();
    await Promise.all([settled(one), settled(two)]);
    expect(server.calls).toEqual(['one', 'two']);
    expect(server.state.atOnce).toBe(1);
  });

  test('the second tab continues when the sending tab is closed', async () => {
    const [one, two] = [openTab(), openTab()];
    server.state.answer = { outcome: 'later' };
    one.outbox.start(server.send);
    one.outbox.add('desk', 'one');
    await called(1);
    one.close();
    server.state.answer = null;
    two.outbox.start(server.send);
    await settled(two);
    expect(server.contents()).toEqual(['one']);
  });

  test('store nothing twice and preserve the order without locks', async () => {
    const tabs = [openTab(ann, withoutLocks), openTab(ann, withoutLocks)];
    for (const { outbox } of tabs) outbox.start(server.send);
    const written = Array.from({ length: 20 }, (_, n) => `message ${n}`);
    written.forEach((content, n) => tabs[n % 2]!.outbox.add('desk', content));
    await Promise.all(tabs.map(settled));
    expect(server.contents().toSorted()).toEqual(written.toSorted());
    const ofOne = (rest: number) => (content: string) => Number(content.split(' ')[1]) % 2 === rest;
    for (const rest of [0, 1]) {
      expect(server.contents().filter(ofOne(rest))).toEqual(written.filter(ofOne(rest)));
    }
  });

  test('a sign-out clears the outbox in both', async () => {
    const [one, two] = [openTab(), openTab()];
    one.outbox.add('desk', 'one');
    two.outbox.add('bike', 'two');
    one.outbox.clear();
    expect(contents(one)).toEqual([]);
    expect(contents(two)).toEqual([]);
    expect(browser.values.size).toBe(0);
  });
});

describe('other users', () => {
  test('neither see nor send the messages of an earlier user', async () => {
    const annsTab = openTab();
    annsTab.outbox.add('desk', 'from ann');
    const bensTab = openTab(`ben ${users}`);
    bensTab.outbox.start(server.send);
    bensTab.outbox.add('desk', 'from ben');
    await settled(bensTab);
    bensTab.outbox.clear();
    expect(server.contents()).toEqual(['from ben']);
    expect(contents(annsTab)).toEqual(['from ann']);
  });

  test('an ended session stops the sending and preserves the message', async () => {
    const tab = openTab();
    server.state.answer = { outcome: 'signedOut' };
    const stop = tab.outbox.start(server.send);
    tab.outbox.add('desk', 'one');
    await called(1);
    stop();
    tab.outbox.wake();
    expect(contents(tab)).toEqual(['one']);
    server.state.answer = null;
    tab.outbox.start(server.send);
    await settled(tab);
    expect(server.contents()).toEqual(['one']);
  });
});
