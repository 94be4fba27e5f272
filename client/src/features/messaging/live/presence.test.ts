import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPresence } from './presence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const typing = () => ({
  type: 'typing' as const,
  conversationId: 'c1',
  userId: 'ann',
  // The server's clock is an hour behind.
  until: new Date(Date.now() - 3_600_000).toISOString(),
});

it('shows that a person is typing until five seconds after the last sign', () => {
  const presence = createPresence();
  let changes = 0;
  presence.store.subscribe(() => (changes += 1));
  presence.apply(typing());
  vi.advanceTimersByTime(4_000);
  presence.apply(typing());
  vi.advanceTimersByTime(4_999);
  expect(presence.store.get().typing).toEqual({ c1: true });
  vi.advanceTimersByTime(1);
  expect(presence.store.get().typing).toEqual({ c1: false });
  expect(changes).toBe(3);
});

it('a message ends the typing of its sender', () => {
  const presence = createPresence();
  presence.apply(typing());
  presence.stopTyping('c1');
  expect(presence.store.get().typing).toEqual({ c1: false });
  expect(vi.getTimerCount()).toBe(0);
});

it('knows who is online, and when the others were last online', () => {
  const presence = createPresence();
  const since = new Date().toISOString();
  presence.apply({ type: 'online', userId: 'ann', since });
  expect(presence.store.get().people).toEqual({ ann: 'online' });
  presence.apply({ type: 'online', userId: 'ann', since: null });
  expect(presence.store.get().people).toEqual({ ann: Date.now() });
  presence.apply({ type: 'online', userId: 'ben', since: null });
  expect(presence.store.get().people).toEqual({ ann: Date.now() });
});

it('after a lost connection nobody is online until the server reports it, and deliveries stay', () => {
  const presence = createPresence();
  presence.apply({ type: 'online', userId: 'ann', since: new Date().toISOString() });
  presence.apply(typing());
  presence.apply({ type: 'delivered', conversationId: 'c1', userId: 'ann', upToSeq: 7 });
  presence.apply({ type: 'delivered', conversationId: 'c1', userId: 'ann', upToSeq: 5 });
  presence.forget();
  expect(presence.store.get()).toEqual({ people: {}, typing: {}, deliveredSeq: { c1: 7 } });
  expect(vi.getTimerCount()).toBe(0);
});
