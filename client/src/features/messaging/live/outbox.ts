import { newId } from '../../../api/new-id.ts';
import { reconnectDelay } from '../../../api/subscription-link.ts';
import type { OutboxItem, OutboxStore } from './outbox-store.ts';

/** An older one is not sent without its writer: what it says may no longer hold. */
const longestWaitMs = 24 * 60 * 60_000;
const waitedTooLong = 'Not sent: it waited for more than a day.';

/**
 * What became of one try. `later`: the server was not reached, or asks to wait `afterMs`.
 * `signedOut`: the session is over, and the message waits for its writer's next one.
 */
export type Sending =
  | { outcome: 'sent' }
  | { outcome: 'refused'; error: string }
  | { outcome: 'later'; afterMs?: number }
  | { outcome: 'signedOut' };

export type Send = (item: OutboxItem) => Promise<Sending>;

/** A message on its way, with what this tab knows about it. */
export interface PendingMessage extends OutboxItem {
  /** It waits for the connection. */
  queued: boolean;
}

/** Runs `act` while no other tab runs one under this name. */
export type Exclusively = <Result>(name: string, act: () => Promise<Result>) => Promise<Result>;

interface Options {
  userId: string;
  store: OutboxStore;
  exclusively: Exclusively;
  /** The wait before try n, in ms. */
  delay?: (failures: number) => number;
}

/** What to do after a try: the next message, nothing, or the same after a pause. */
type Step = 'next' | 'empty' | 'stop' | { waitMs: number };

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * What one user has written and the server has not confirmed. A conversation's messages go in
 * order, one at a time, whichever tab sends them; a try that does not reach the server is repeated
 * until it does; one that is refused is marked and stops nothing behind it.
 */
export function createOutbox(options: Options) {
  const { store } = options;
  const list = createList(store);
  const sender = createSender(options, list);
  let lastOrder = 0;
  const write = (item: OutboxItem) => {
    store.write(item);
    list.refresh();
    sender.sendAll();
  };
  store.onForeignChange(() => {
    list.refresh();
    sender.sendAll();
  });
  return {
    items: list.items,
    subscribe: list.subscribe,
    add(conversationId: string, content: string): void {
      // Later than any before it, also of the same millisecond.
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

/** What the chat shows of the store. */
function createList(store: OutboxStore) {
  const listeners = new Set<() => void>();
  let isCutOff = false;
  let items: readonly PendingMessage[] = [];
  const refresh = () => {
    items = store.read().map((item) => ({ ...item, queued: isCutOff && isWaiting(item) }));
    for (const listener of listeners) listener();
  };
  const find = (clientId: string) => store.read().find((item) => item.clientId === clientId);
  refresh();
  return {
    items: () => items,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh,
    find,
    /** Whether what is here waits for the connection. */
    setCutOff(next: boolean): void {
      if (isCutOff === next) return;
      isCutOff = next;
      refresh();
    },
    /** A message that was stored after all is no longer here, and so stays unharmed. */
    fail(clientId: string, error: string): void {
      const item = find(clientId);
      if (!item) return;
      store.write({ ...item, error });
      refresh();
    },
    remove(clientId: string): void {
      if (!items.some((item) => item.clientId === clientId)) return;
      store.remove(clientId);
      refresh();
    },
  };
}

/** Sends what is in the store, while started. */
function createSender(
  { userId, store, exclusively, delay = reconnectDelay }: Options,
  list: ReturnType<typeof createList>,
) {
  const sending = new Set<string>();
  const pauses = createPauses();
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
      // Asked to wait, it has reached the server.
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
      // The pause is not held against other tabs: one of them may be awake while this one is not.
      if (typeof step === 'object') await pauses.pause(step.waitMs);
    }
    sending.delete(conversationId);
    // Something may have come since it was found empty.
    if (step === 'empty' && send && nextOf(conversationId)) void sendFrom(conversationId);
  }

  function sendAll(): void {
    if (!send) return;
    for (const item of list.items()) {
      const { conversationId } = item;
      if (isWaiting(item) && !sending.has(conversationId)) void sendFrom(conversationId);
    }
  }

  return {
    sendAll,
    /** Sends what there is and what comes, until the returned function is called. */
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
      pauses.endAll();
      sendAll();
    },
  };
}

/** Pauses that can be cut short. */
function createPauses() {
  const running = new Set<() => void>();
  return {
    pause: (ms: number) =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          running.delete(end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        running.add(end);
      }),
    endAll(): void {
      for (const end of running) end();
    },
  };
}

function isWaiting({ error }: OutboxItem): boolean {
  return error === undefined;
}
