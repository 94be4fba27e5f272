import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPresenceStore } from './presence-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const typing = () => ({
  type: 'typing' as const,
  conversationId: 'c1',
  userId: 'ann',
  // A server whose clock is an hour behind.
  until: new Date(Date.now() - 3_600_000).toISOString(),
});

it('somebody types until five seconds after the last sign of it', () => {
  const store = createPresenceStore();
  let told = 0;
  store.subscribe(() => (told += 1));
  store.apply(typing());
  vi.advanceTimersByTime(4_000);
  store.apply(typing());
  vi.advanceTimersByTime(4_999);
  expect(store.isTyping('c1')).toBe(true);
  expect(store.isTyping('c2')).toBe(false);
  vi.advanceTimersByTime(1);
  expect(store.isTyping('c1')).toBe(false);
  expect(told).toBe(3);
});

it('their message ends it', () => {
  const store = createPresenceStore();
  store.apply(typing());
  store.stopTyping('c1');
  expect(store.isTyping('c1')).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

it('knows who is there, and when those who were there went', () => {
  const store = createPresenceStore();
  const since = new Date().toISOString();
  store.apply({ type: 'online', userId: 'ann', since });
  expect([store.isOnline('ann'), store.leftAt('ann')]).toEqual([true, 0]);
  store.apply({ type: 'online', userId: 'ann', since: null });
  expect([store.isOnline('ann'), store.leftAt('ann')]).toEqual([false, Date.now()]);
  store.apply({ type: 'online', userId: 'ben', since: null });
  expect(store.leftAt('ben')).toBe(0);
});

it('after a break nobody is there until told, and what was delivered stays so', () => {
  const store = createPresenceStore();
  store.apply({ type: 'online', userId: 'ann', since: new Date().toISOString() });
  store.apply(typing());
  store.apply({ type: 'delivered', conversationId: 'c1', userId: 'ann', upToSeq: 7 });
  store.apply({ type: 'delivered', conversationId: 'c1', userId: 'ann', upToSeq: 5 });
  store.forget();
  expect([store.isOnline('ann'), store.isTyping('c1')]).toEqual([false, false]);
  expect(store.deliveredSeq('c1')).toBe(7);
  expect(vi.getTimerCount()).toBe(0);
});
