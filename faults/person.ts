import { texts } from '@marketplace/shared/texts';
import { refetchCounters } from '../client/src/features/messaging/live/feed.ts';
import { errorCode } from '../client/src/api/errors.ts';
import { type Step, stepInDeal } from './deals.ts';
import type { Act } from './plan.ts';
import { type Account, openTab, type Tab } from './tab.ts';
import { until } from './until.ts';

/** A message that a person wrote, and what became of it. */
export interface SentMessage {
  conversationId: string;
  content: string;
  state: 'on its way' | 'acknowledged' | 'refused';
}

/** A person with one or two open pages, and a record of what they did. */
export interface Person {
  account: Account;
  listings: string[];
  tabs: Tab[];
  /** The person's conversations, oldest first. */
  conversations: { id: string; other: Person; listingId: string; isSeller: boolean }[];
  /** The people whom this person blocks. */
  blocked: Person[];
  /** Oldest first. */
  sentMessages: SentMessage[];
  /** The acknowledged steps of the person's deals. */
  steps: Step[];
  /** Resolves when every message of the person is acknowledged or refused. */
  settled(): Promise<void>;
  /** Totals of the closed pages. */
  closed: { opened: number; events: number; resets: number };
  /** Faults in the feeds of the closed pages. */
  faults: string[];
  start(tabs: number): void;
  /** Opens a conversation about a listing of `seller`. Retries until it succeeds or is refused. */
  open(seller: Person, listing: number): Promise<void>;
  act(act: Act, people: Person[]): Promise<void>;
  close(): Promise<void>;
}

/** Long enough for every fault to be over. */
const timeoutMs = 90_000;

interface Options {
  account: Account;
  url: string;
  listings: string[];
}

export function createPerson({ account, url, listings }: Options): Person {
  const person: Person = {
    ...{
      account,
      listings,
      tabs: [],
      conversations: [],
      blocked: [],
      sentMessages: [],
      faults: [],
    },
    steps: [],
    closed: { opened: 0, events: 0, resets: 0 },
    async settled() {
      const isOnItsWay = ({ state }: SentMessage) => state === 'on its way';
      wakeAll(person);
      await until(() => person.sentMessages.find(isOnItsWay)?.content ?? null, timeoutMs);
    },
    start(tabs) {
      for (let n = 0; n < tabs; n++) person.tabs.push(openTab(url, account));
    },
    open: (seller, listing) => open(person, seller, { listing, url }),
    act: (act, people) => perform(person, act, { people, url }),
    async close() {
      await Promise.all(person.tabs.splice(0).map((tab) => leave(person, tab)));
    },
  };
  return person;
}

async function leave(person: Person, tab: Tab): Promise<void> {
  person.closed.opened += tab.opened();
  person.closed.events += tab.record.count();
  person.closed.resets += tab.record.count('reset');
  person.faults.push(...tab.record.faults());
  await tab.close();
}

async function perform(
  person: Person,
  act: Act,
  { people, url }: { people: Person[]; url: string },
): Promise<void> {
  if (act.type === 'send') return send(person, act);
  if (act.type === 'read') return read(person, act.in);
  if (act.type === 'open') {
    const others = people.filter((other) => other !== person);
    const seller = others[act.seller % others.length];
    if (!seller) return undefined;
    await person.open(seller, act.seller % seller.listings.length);
    // The contact dialog sends the first message next.
    const to = person.conversations.length - 1;
    return send(person, { type: 'send', to, content: act.content, waits: true });
  }
  if (act.type === 'deal') return stepInDeal(person, act, timeoutMs);
  if (act.type === 'reload') return reload(person, act.tab, url);
  if (act.type === 'nap') return person.tabs[act.tab % person.tabs.length]?.sleep();
  return block(person, act);
}

async function reload(person: Person, which: number, url: string): Promise<void> {
  const at = which % person.tabs.length;
  const tab = person.tabs[at];
  if (!tab) return;
  person.tabs[at] = openTab(url, person.account);
  await leave(person, tab);
}

/** Wakes the person's sleeping pages, because the next act needs them. */
export function wakeAll(person: Person): void {
  for (const tab of person.tabs) tab.wake();
}

async function open(
  person: Person,
  seller: Person,
  { listing, url }: { listing: number; url: string },
): Promise<void> {
  const listingId = seller.listings[listing] ?? '';
  const caller = person.tabs[0] ?? openTab(url, person.account);
  let id: string | undefined;
  await until(async () => {
    try {
      id = (await caller.api.messaging.openConversation.mutate({ listingId })).id;
    } catch (error) {
      if (errorCode(error) !== 'FORBIDDEN') throw error;
    }
    return null;
  }, timeoutMs);
  if (!person.tabs.includes(caller)) await caller.close();
  if (!id || person.conversations.some((known) => known.id === id)) return;
  person.conversations.push({ id, other: seller, listingId, isSeller: false });
  seller.conversations.push({ id, other: person, listingId, isSeller: true });
}

async function send(person: Person, act: Extract<Act, { type: 'send' }>): Promise<void> {
  const conversation = person.conversations[act.to % person.conversations.length];
  const [tab] = person.tabs;
  if (!conversation || !tab) return;
  wakeAll(person);
  const { outbox } = tab;
  const message: SentMessage = {
    conversationId: conversation.id,
    content: act.content,
    state: 'on its way',
  };
  person.sentMessages.push(message);
  outbox.add(message.conversationId, message.content);
  const followed = follow(outbox, message);
  if (act.waits) await followed;
}

/** Resolves when the outbox has sent the message or shows its refusal. */
function follow(outbox: Tab['outbox'], message: SentMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (message.state !== 'on its way') return;
      const item = outbox.messages.get().find(({ content }) => content === message.content);
      if (item && item.error === undefined) return;
      message.state = item ? 'refused' : 'acknowledged';
      stop();
      if (item?.error !== undefined) outbox.discard(item.clientId);
      if (item && item.error !== texts.messageUndeliverable) {
        reject(new Error(`${message.content} was refused: ${item.error}`));
      } else resolve();
    };
    const stop = outbox.messages.subscribe(look);
    look();
  });
}

/** Marks one conversation as read, as far as the page shows it. Calls once, like the client. */
async function read(person: Person, which: number): Promise<void> {
  wakeAll(person);
  const tab = person.tabs[which % person.tabs.length];
  const shown = tab?.conversations() ?? [];
  const conversation = shown[which % shown.length];
  if (!tab || !conversation) return;
  const reading = { conversationId: conversation.id, upToSeq: conversation.lastSeq };
  await tab.api.messaging.markRead.mutate(reading).catch(() => refetchCounters(tab.queryClient));
}

/** Blocks the other person of a conversation, or unblocks a blocked person. */
async function block(
  person: Person,
  { type, other }: Extract<Act, { other: number }>,
): Promise<void> {
  const [tab] = person.tabs;
  const known = type === 'block' ? person.conversations.map(({ other }) => other) : person.blocked;
  const chosen = known[other % known.length];
  if (!tab || !chosen) return;
  await until(async () => {
    await tab.api.messaging[type].mutate({ userId: chosen.account.id });
    return null;
  }, timeoutMs);
  person.blocked = person.blocked.filter((one) => one !== chosen);
  if (type === 'block') person.blocked.push(chosen);
}
