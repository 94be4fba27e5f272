import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Bus, maxMessageBytes } from './bus.ts';

/**
 * The time between connection checks in tests, in milliseconds. It is shorter than the time a test
 * waits.
 */
export const testHeartbeatMs = 1_500;

/** A bus, and two ways to break its connections. */
export interface BusUnderTest {
  bus: Bus;
  cutConnection(): Promise<void>;
  /** Freezes the current connections, so that they die without an error. */
  freezeConnection(): void;
}

interface Ear {
  heard: string[];
  gaps: number;
}

/** Records what a listener receives. Resolves when the bus listens. */
async function listenOn(bus: Bus): Promise<Ear> {
  const ear: Ear = { heard: [], gaps: 0 };
  const stop = bus.subscribe({
    onMessage: (message) => void ear.heard.push(message),
    onGap: () => void ear.gaps++,
  });
  onTestFinished(stop);
  await vi.waitFor(() => bus.check(), 10_000);
  return ear;
}

/** Tests what every bus does. Each call of `open` opens two connected buses. */
export function describeBus(name: string, open: () => Promise<[BusUnderTest, BusUnderTest]>): void {
  describe(`${name}`, () => {
    const opened: Bus[] = [];
    const openPair = async () => {
      const pair = await open();
      opened.push(pair[0].bus, pair[1].bus);
      return pair;
    };
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((bus) => bus.close()));
    });

    it('delivers a message to every instance, including the sender', async () => {
      const [a, b] = await openPair();
      const [earA, earB] = [await listenOn(a.bus), await listenOn(b.bus)];
      const message = `ünïcode "quotes" ${randomUUID()}`;
      await a.bus.publish(message);
      await vi.waitFor(() => {
        expect(earA.heard).toContain(message);
        expect(earB.heard).toContain(message);
      });
    });

    it('keeps the order of one sender', async () => {
      const [a, b] = await openPair();
      const ear = await listenOn(b.bus);
      const messages = Array.from({ length: 50 }, (_, n) => `${n} ${randomUUID()}`);
      await listenOn(a.bus);
      for (const message of messages) await a.bus.publish(message);
      await vi.waitFor(() => expect(ear.heard).toEqual(messages));
    });

    it('carries a message of the greatest length and refuses a longer one', async () => {
      const [a, b] = await openPair();
      await listenOn(a.bus);
      const ear = await listenOn(b.bus);
      const longest = 'x'.repeat(maxMessageBytes);
      await a.bus.publish(longest);
      await vi.waitFor(() => expect(ear.heard).toEqual([longest]));
      await expect(a.bus.publish(`${longest}x`)).rejects.toThrow(RangeError);
    });

    it('reports a gap when its connection broke, and continues', async () => {
      const [a, b] = await openPair();
      await listenOn(a.bus);
      const ear = await listenOn(b.bus);
      const before = ear.gaps;
      await b.cutConnection();
      await vi.waitFor(() => expect(ear.gaps).toBeGreaterThan(before), 10_000);
      await a.bus.publish('after the cut');
      await vi.waitFor(() => expect(ear.heard).toContain('after the cut'));
    });

    it('notices a connection that died silently, and opens another', async () => {
      const [a, b] = await openPair();
      await listenOn(a.bus);
      const ear = await listenOn(b.bus);
      const before = ear.gaps;
      b.freezeConnection();
      await vi.waitFor(() => expect(ear.gaps).toBeGreaterThan(before), 10_000);
      // The sending connection may be dead, too, which only shows when it is used.
      await vi.waitFor(() => a.bus.publish('after the silence'), 10_000);
      await vi.waitFor(() => expect(ear.heard).toContain('after the silence'));
    });

    it('sends nothing to a listener that has unsubscribed', async () => {
      const [a, b] = await openPair();
      await listenOn(a.bus);
      const staying = await listenOn(b.bus);
      const left: string[] = [];
      b.bus.subscribe({ onMessage: (m) => void left.push(m), onGap: () => undefined })();
      await a.bus.publish('hello');
      await vi.waitFor(() => expect(staying.heard).toEqual(['hello']));
      expect(left).toEqual([]);
    });
  });
}
