import type { MessageView } from '@marketplace/shared/messaging/views';
import { reconnectDelay } from '../../../api/keep-subscribed.ts';
import { newId } from '../../../api/new-id.ts';
import { createStore, useStore } from '../../../ui/store.ts';
import { createOutboxStore, type OutboxItem, type OutboxStore } from './outbox-store.ts';
import type { Send } from './send-message.ts';

/** An older message is not sent without asking its writer: it may be out of date. */
const longestWaitMs = 24 * 60 * 60_000;
const waitedTooLong = 'Not sent: it waited for more than a day.';

/** A message on its way, with what this tab knows about it. */
export interface PendingMessage extends OutboxItem {
  /** It waits for the connection. */
  queued: boolean;
}

/** Runs `act` while no other tab runs one under this name. */
export type Exclusively = <Result>(name: string, act: () => Promise<Result>) => Promise<Result>;

/** Tabs without locks (plain http in a home network) rely on the server to drop duplicates. */
const acrossTabs: Exclusively = (name, act) =>
  'locks' in navigator ? navigator.locks.request(name, act) : act();

export type Outbox = ReturnType<typeof createOutbox>;

/** One for each user who was signed in on this page. */
const outboxes = new Map<string, Outbox>();

/** The outbox of a user in this browser. */
export function outboxOf(userId: string): Outbox {
  let outbox = outboxes.get(userId);
  if (!outbox) {
    outbox = createOutbox({ userId, store: createOutboxStore(userId, sharedStorage()) });
    outboxes.set(userId, outbox);
  }
  return outbox;
}

/** Null where storage is forbidden, or outside a browser. */
function sharedStorage() {
  try {
    return { storage: window.localStorage, events: window };
  } catch {
    return null;
  }
}

/** The messages of `userId` on their way, of all conversations. */
export function useOutbox(userId: string): readonly PendingMessage[] {
  return useStore(outboxOf(userId).messages);
}

/** Removes a message that the server has stored from its sender's outbox. */
export function takeFromOutbox({ senderId, clientId }: MessageView): void {
  outboxes.get(senderId)?.discard(clientId);
}

interface Options {
  userId: string;
  store: OutboxStore;
  exclusively?: Exclusively;
  /** The wait before try n, in ms. */
  delay?: (failures: number) => number;
}

/**
 * What one user has written and the server has not confirmed. The messages of a conversation go in
 * order, one at a time, whichever tab sends them. A try that does not reach the server is repeated
 * until it does; a refused message is marked and stops nothing behind it.
 */
export function createOutbox(options: Options) {
  const { store } = options;
  const list = createList(store);
  const sender = createSender(options, list);
  let lastOrder = 0;
  const sendStored = () => {
    list.refresh();
    sender.sendAll();
  };
  const write = (item: OutboxItem) => {
    store.write(item);
    sendStored();
  };
  store.onForeignChange(sendStored);
  return {
    /** What the chat shows. */
    messages: list.messages,
    add(conversationId: string, content: string): void {
      // Later than any before it, even within the same millisecond.
      lastOrder = Math.max(Date.now(), lastOrder + 1);
      const createdAt = new Date(lastOrder).toISOString();
      write({ clientId: newId(), conversationId, content, createdAt, order: lastOrder });
    },
    retry(clientId: string): void {
      const item = list.find(clientId);
      if (item) write({ ...item, error: undefined, retriedAt: Date.now() });
    },
    discard: list.remove,
    /** At sign-out: nothing of this user stays behind. */
    clear(): void {
      for (const { clientId } of store.read()) store.remove(clientId);
      list.refresh();
    },
    start: sender.start,
    wake: sender.wake,
  };
}

/** The stored messages, as the chat shows them. */
function createList(store: OutboxStore) {
  const messages = createStore<readonly PendingMessage[]>([]);
  let isCutOff = false;
  const refresh = () => {
    const items = store.read().map((item) => ({ ...item, queued: isCutOff && isWaiting(item) }));
    messages.set(items);
  };
  const find = (clientId: string) => store.read().find((item) => item.clientId === clientId);
  refresh();
  return {
    messages,
    refresh,
    find,
    /** Whether messages wait for the connection. */
    setCutOff(next: boolean): void {
      if (isCutOff === next) return;
      isCutOff = next;
      refresh();
    },
    /** Does nothing to a message that the server has stored meanwhile. */
    fail(clientId: string, error: string): void {
      const item = find(clientId);
      if (!item) return;
      store.write({ ...item, error });
      refresh();
    },
    remove(clientId: string): void {
      if (!messages.get().some((item) => item.clientId === clientId)) return;
      store.remove(clientId);
      refresh();
    },
  };
}

/** What to do after a try: the next message, nothing, or the same after a pause. */
type Step = 'next' | 'empty' | 'stop' | { waitMs: number };

/** Sends the stored messages, while started. */
function createSender(
  { userId, store, exclusively = acrossTabs, delay = reconnectDelay }: Options,
  list: ReturnType<typeof createList>,
) {
  const sending = new Set<string>();
  let waking = new AbortController();
  let send: Send | null = null;
  let failures = 0;

  const nextOf = (conversationId: string) =>
    store.read().find((item) => item.conversationId === conversationId && isWaiting(item));

  /** One try of a conversation's first message. */
  async function attempt(conversationId: string): Promise<Step> {
    const item = nextOf(conversationId);
    if (!item || !send) return 'empty';
    if (Date.now() - (item.retriedAt ?? item.order) > longestWaitMs) {
      list.fail(item.clientId, waitedTooLong);
      return 'next';
    }
    const result = await send(item);
    if (result.outcome === 'signedOut') return 'stop';
    if (result.outcome === 'later') {
      failures += 1;
      // With `afterMs` the server was reached.
      list.setCutOff(result.afterMs === undefined);
      return { waitMs: result.afterMs ?? delay(failures) };
    }
    failures = 0;
    list.setCutOff(false);
    if (result.outcome === 'sent') list.remove(item.clientId);
    else list.fail(item.clientId, result.error);
    return 'next';
  }

  async function sendFrom(conversationId: string): Promise<void> {
    sending.add(conversationId);
    const lock = `outbox:${userId}:${conversationId}`;
    let step: Step = 'next';
    while (step !== 'empty' && step !== 'stop') {
      step = await exclusively(lock, () => attempt(conversationId));
      // Outside the lock: another tab may be awake while this one is not.
      if (typeof step === 'object') await pause(step.waitMs, waking.signal);
    }
    sending.delete(conversationId);
    // A message may have come since the queue was found empty.
    if (step === 'empty' && send && nextOf(conversationId)) void sendFrom(conversationId);
  }

  function sendAll(): void {
    if (!send) return;
    for (const item of list.messages.get()) {
      const { conversationId } = item;
      if (isWaiting(item) && !sending.has(conversationId)) void sendFrom(conversationId);
    }
  }

  return {
    sendAll,
    /** Sends the messages there are and those to come, until the returned function is called. */
    start(by: Send): () => void {
      send = by;
      list.refresh();
      sendAll();
      return () => {
        if (send === by) send = null;
      };
    },
    /** Tries at once: the connection is back. */
    wake(): void {
      failures = 0;
      waking.abort();
      waking = new AbortController();
      sendAll();
    },
  };
}

/** Waits for `ms`, or until woken. */
function pause(ms: number, waking: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      waking.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    waking.addEventListener('abort', end);
  });
}

function isWaiting({ error }: OutboxItem): boolean {
  return error === undefined;
}
