import type { Send, Sending } from './send-message.ts';

/**
 * Simulates storage shared by tabs. A change fires an event in every tab but the one that made it.
 */
export function createBrowser() {
  const values = new Map<string, string>();
  const tabs = new Set<EventTarget>();
  function openTab() {
    const events = new EventTarget();
    tabs.add(events);
    const notifyOtherTabs = (key: string) => {
      const event = Object.assign(new Event('storage'), { key });
      for (const tab of tabs) if (tab !== events) tab.dispatchEvent(event);
    };
    const storage = {
      get length() {
        return values.size;
      },
      key: (n: number) => [...values.keys()][n] ?? null,
      getItem: (key: string) => values.get(key) ?? null,
      setItem(key: string, value: string) {
        values.set(key, value);
        notifyOtherTabs(key);
      },
      removeItem(key: string) {
        if (values.delete(key)) notifyOtherTabs(key);
      },
    };
    return { storage, events, close: () => tabs.delete(events) };
  }
  return { openTab, values };
}

/** Simulates a server whose answers the test controls. It stores each client id once. */
export function createServer() {
  const stored: { clientId: string; content: string }[] = [];
  const calls: string[] = [];
  const running = new Map<string, number>();
  const state = { answer: null as Sending | null, refuse: new Set<string>(), atOnce: 0 };
  let held: (() => void)[] | null = null;
  const send: Send = async ({ conversationId, clientId, content }) => {
    calls.push(content);
    const now = (running.get(conversationId) ?? 0) + 1;
    running.set(conversationId, now);
    state.atOnce = Math.max(state.atOnce, now);
    await new Promise<void>((resolve) => (held ? held.push(resolve) : setImmediate(resolve)));
    running.set(conversationId, now - 1);
    if (state.refuse.has(content)) return { outcome: 'refused', error: 'No.', isInvalid: false };
    if (state.answer) return state.answer;
    if (!stored.some((message) => message.clientId === clientId))
      stored.push({ clientId, content });
    return { outcome: 'sent' };
  };
  return {
    send,
    calls,
    state,
    contents: () => stored.map(({ content }) => content),
    /** Delays all answers until `release` is called. */
    hold: () => (held = []),
    release() {
      const waiting = held ?? [];
      held = null;
      for (const go of waiting) go();
    },
  };
}
