import type { MessageView } from '@marketplace/shared/messaging/views';
import { pause, reconnectDelay } from '../../../api/keep-subscribed.ts';
import { newId } from '../../../api/use-client-id.ts';
import { createStore, useStore } from '../../../ui/store.ts';
import { createOutboxStore, type OutboxItem, type OutboxStore } from './outbox-store.ts';
import type { Send } from './send-message.ts';

/** A message older than this, in ms, is not sent until the user retries: it may be out of date. */
const longestWaitMs = 24 * 60 * 60_000;
const waitedTooLong = 'Not sent. You were offline for more than a day.';

/** A message being sent, with its state in this tab. */
export interface PendingMessage extends OutboxItem {
  /** True while the message waits for the connection. */
  queued: boolean;
}

/** Runs `act` while no other tab runs one under the same name. */
export type Exclusively = <Result>(name: string, act: () => Promise<Result>) => Promise<Result>;

/** Tabs without locks (plain http in a home network) rely on the server to drop duplicates. */
const acrossTabs: Exclusively = (name, act) =>
  'locks' in navigator ? navigator.locks.request(name, act) : act();

/** One outbox per user who was signed in on this page. */
const outboxes = new Map<string, Outbox>();

/** Returns the outbox of a user in this browser. */
export function outboxOf(userId: string): Outbox {
  const outbox = outboxes.get(userId) ?? new Outbox({ userId, store: createOutboxStore(userId) });
  outboxes.set(userId, outbox);
  return outbox;
}

/** Returns the user's messages that are being sent, in all conversations. */
export function useOutbox(userId: string): readonly PendingMessage[] {
  return useStore(outboxOf(userId).messages);
}

/** Removes a message that the server has stored from its sender's outbox. */
export function removeFromOutbox({ senderId, clientId }: MessageView): void {
  outboxes.get(senderId)?.discard(clientId);
}

interface Options {
  userId: string;
  store: OutboxStore;
  exclusively?: Exclusively;
  /** Returns the wait before the next attempt, in ms. */
  delay?: (failures: number) => number;
}

/** The step after an attempt: send the next message, stop, or try again after a wait. */
type Step = 'next' | 'empty' | 'stop' | { waitMs: number };

/**
 * The messages of one user that the server has not confirmed. The messages of a conversation are
 * sent in order, one at a time, whichever tab sends them. An attempt that does not reach the server
 * is repeated until it does. A refused message is marked and does not hold up the messages behind
 * it.
 */
export class Outbox {
  /** All unconfirmed messages, for the chat to show. */
  readonly messages = createStore<readonly PendingMessage[]>([]);
  readonly #options: Required<Options>;
  readonly #store: OutboxStore;
  /** The conversations whose messages are being sent. */
  readonly #sending = new Set<string>();
  #waking = new AbortController();
  #send: Send | null = null;
  #failures = 0;
  #lastOrder = 0;
  /** True while messages wait for the connection. */
  #isCutOff = false;

  constructor(options: Options) {
    this.#options = { exclusively: acrossTabs, delay: reconnectDelay, ...options };
    this.#store = options.store;
    this.#store.onForeignChange(() => this.#sendAll());
    this.#refresh();
  }

  add(conversationId: string, content: string): void {
    // Higher than every order before, even within the same millisecond.
    const order = Math.max(Date.now(), this.#lastOrder + 1);
    this.#lastOrder = order;
    const createdAt = new Date(order).toISOString();
    this.#store.write({ clientId: newId(), conversationId, content, createdAt, order });
    this.#sendAll();
  }

  retry(clientId: string): void {
    const item = this.#find(clientId);
    if (!item) return;
    this.#store.write({ ...item, error: undefined, retriedAt: Date.now() });
    this.#sendAll();
  }

  discard(clientId: string): void {
    if (!this.messages.get().some((item) => item.clientId === clientId)) return;
    this.#store.remove(clientId);
    this.#refresh();
  }

  /** Removes all messages. Called at sign-out, so that nothing of this user stays behind. */
  clear(): void {
    for (const { clientId } of this.#store.read()) this.#store.remove(clientId);
    this.#refresh();
  }

  /** Sends all present and future messages until the returned function is called. */
  start(send: Send): () => void {
    this.#send = send;
    this.#sendAll();
    return () => {
      if (this.#send === send) this.#send = null;
    };
  }

  /** Retries at once. Called when the connection is back. */
  readonly wake = (): void => {
    this.#failures = 0;
    this.#waking.abort();
    this.#waking = new AbortController();
    this.#sendAll();
  };

  #refresh(): void {
    const items = this.#store.read();
    this.messages.set(
      items.map((item) => ({ ...item, queued: this.#isCutOff && isWaiting(item) })),
    );
  }

  #find(clientId: string): OutboxItem | undefined {
    return this.#store.read().find((item) => item.clientId === clientId);
  }

  #nextOf(conversationId: string): OutboxItem | undefined {
    const isNext = (item: OutboxItem) => item.conversationId === conversationId && isWaiting(item);
    return this.#store.read().find(isNext);
  }

  /** Marks a message as failed, unless an event has removed it from the outbox. */
  #fail(clientId: string, error: string, isInvalid = false): void {
    const item = this.#find(clientId);
    if (item) this.#store.write({ ...item, error, isInvalid });
    this.#refresh();
  }

  #sendAll(): void {
    this.#refresh();
    if (!this.#send) return;
    for (const item of this.messages.get()) {
      const { conversationId } = item;
      if (isWaiting(item) && !this.#sending.has(conversationId))
        void this.#sendFrom(conversationId);
    }
  }

  async #sendFrom(conversationId: string): Promise<void> {
    this.#sending.add(conversationId);
    const { userId, exclusively } = this.#options;
    const lock = `outbox:${userId}:${conversationId}`;
    let step: Step = 'next';
    while (step !== 'empty' && step !== 'stop') {
      step = await exclusively(lock, () => this.#attempt(conversationId));
      // Wait outside the lock, so that another tab can send during the wait.
      if (typeof step === 'object') await pause(step.waitMs, this.#waking.signal);
    }
    this.#sending.delete(conversationId);
    // A message may have been added since the queue was found empty.
    if (step === 'empty') this.#sendAll();
  }

  /** Tries to send the first message of a conversation. */
  async #attempt(conversationId: string): Promise<Step> {
    const item = this.#nextOf(conversationId);
    if (!item || !this.#send) return 'empty';
    if (Date.now() - (item.retriedAt ?? item.order) > longestWaitMs) {
      this.#fail(item.clientId, waitedTooLong);
      return 'next';
    }
    const result = await this.#send(item);
    if (result.outcome === 'signedOut') return 'stop';
    // An `afterMs` comes from the server, so the connection works.
    this.#isCutOff = result.outcome === 'later' && result.afterMs === undefined;
    if (result.outcome === 'later') {
      this.#failures += 1;
      this.#refresh();
      return { waitMs: result.afterMs ?? this.#options.delay(this.#failures) };
    }
    this.#failures = 0;
    if (result.outcome === 'sent') this.discard(item.clientId);
    else this.#fail(item.clientId, result.error, result.isInvalid);
    return 'next';
  }
}

const isWaiting = ({ error }: OutboxItem): boolean => error === undefined;
