import { setTimeout as pause } from 'node:timers/promises';
import { seedSynthetic } from '@marketplace/db/synthetic/synthetic';
import { WebSocket } from 'ws';
import type { Attack, Finding } from './attack.ts';
import type { Target } from './target.ts';
import type { Visitor } from './visitor.ts';

/** Within this many milliseconds, another visitor's pages and calls must be answered. */
const goalMs = 500;

interface Wave {
  tried: string;
  /** Repeats the attack until `isOver` returns true. */
  run(attacker: Visitor, isOver: () => boolean): Promise<unknown>;
}

/** Makes each search different, so that no response comes from a cache. */
let searches = 0;
const search = () => `chair ${(searches += 1)}`;

const call = (id: number, path: string, input: object) => ({
  id,
  method: 'query',
  params: { path, input },
});
const frameOf = (calls: number, path: string, input: () => object) =>
  JSON.stringify(Array.from({ length: calls }, (_, id) => call(id, path, input())));

/** Sends frames on a socket. Opens a new socket when the server closes the old one. */
async function sendFrames(
  attacker: Visitor,
  isOver: () => boolean,
  { frame, perSecond }: { frame: () => string; perSecond: number },
): Promise<void> {
  let socket: WebSocket | null = null;
  while (!isOver()) {
    if (!socket || socket.readyState > socket.OPEN) {
      socket = attacker.socket();
      socket.on('error', () => undefined);
    }
    if (socket.readyState === socket.OPEN) socket.send(frame());
    await pause(1_000 / perSecond);
  }
  socket?.terminate();
}

const batchOf = (calls: number, path: string, input: () => object) => {
  const inputs = Object.fromEntries(Array.from({ length: calls }, (_, n) => [n, input()]));
  const paths = Array<string>(calls).fill(path).join(',');
  return `/trpc/${paths}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
};

/** Repeats a request as soon as the response arrives, or a moment later after a refusal. */
async function repeatRequest(
  attacker: Visitor,
  isOver: () => boolean,
  path: () => string,
): Promise<void> {
  while (!isOver()) {
    const { status } = await attacker.rest('GET', path());
    if (status >= 400) await pause(100);
  }
}

const times = <T>(count: number, run: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, run));

const waves: Wave[] = [
  {
    tried: 'eight frames a second with 658 lists each',
    run: (attacker, isOver) =>
      sendFrames(attacker, isOver, {
        frame: () => frameOf(658, 'listings.list', () => ({})),
        perSecond: 8,
      }),
  },
  {
    tried: 'a frame a second with 572 suggestions of places',
    run: (attacker, isOver) =>
      sendFrames(attacker, isOver, {
        frame: () => frameOf(572, 'listings.suggestLocations', () => ({ query: 'x'.repeat(20) })),
        perSecond: 1,
      }),
  },
  {
    tried: '40 batches of 50 searches at once, again and again',
    run: (attacker, isOver) =>
      times(40, () =>
        repeatRequest(attacker, isOver, () =>
          batchOf(50, 'listings.list', () => ({ search: search() })),
        ),
      ),
  },
  {
    tried: 'all that is allowed at once: pages, searches, counts and sockets',
    run: (attacker, isOver) =>
      Promise.all([
        times(20, () =>
          repeatRequest(attacker, isOver, () => `/listings?search=${encodeURIComponent(search())}`),
        ),
        times(10, () =>
          repeatRequest(
            attacker,
            isOver,
            () => `/api/listings?search=${encodeURIComponent(search())}`,
          ),
        ),
        times(4, () =>
          repeatRequest(attacker, isOver, () =>
            batchOf(10, 'listings.facets', () => ({ search: search() })),
          ),
        ),
        times(10, () =>
          sendFrames(attacker, isOver, {
            frame: () => frameOf(50, 'listings.list', () => ({ search: search() })),
            perSecond: 1,
          }),
        ),
      ]),
  },
];

const visits = [
  () => `/listings?search=${encodeURIComponent(search())}`,
  () => `/api/listings?search=${encodeURIComponent(search())}`,
  () => batchOf(2, 'listings.facets', () => ({ search: search() })),
];

/**
 * Measures what a visitor experiences during `attack`. Requests a page or makes a call every 100
 * ms, without waiting for the one before.
 */
async function visitDuring(
  visitor: Visitor,
  attack: (isOver: () => boolean) => Promise<unknown>,
  milliseconds: number,
) {
  const end = performance.now() + milliseconds;
  const attacking = attack(() => performance.now() >= end);
  const answers: Promise<{ status: number; ms: number }>[] = [];
  const visit = async (path: string) => {
    const start = performance.now();
    const { status } = await visitor.rest('GET', path);
    return { status, ms: performance.now() - start };
  };
  while (performance.now() < end) {
    answers.push(visit(visits[answers.length % visits.length]!()));
    await pause(100);
  }
  const all = await Promise.all(answers);
  await attacking;
  const took = all.map(({ ms }) => Math.round(ms)).sort((one, other) => one - other);
  return {
    p95: took[Math.ceil(took.length * 0.95) - 1] ?? 0,
    slowest: took.at(-1) ?? 0,
    refused: all.filter(({ status }) => status !== 200).length,
  };
}

/** Simulates ten people in one home, each opening a page with its pictures every second. */
async function browseAtHome(target: Target, seconds: number): Promise<number> {
  const person = target.visitor('203.0.113.100');
  let refused = 0;
  const open = async (path: string) => {
    const { status } = await person.rest('GET', path);
    if (status === 429 || status === 503) refused += 1;
  };
  const picture = `/media/${crypto.randomUUID()}/320.webp`;
  await times(10, async () => {
    for (let second = 0; second < seconds; second += 1) {
      await open(`/listings?search=${encodeURIComponent(search())}`);
      await open(batchOf(5, 'listings.facets', () => ({ search: search() })));
      await times(24, () => open(picture));
      await pause(1_000);
    }
  });
  return refused;
}

/** Opens `count` sockets from one network and returns how many stay open. */
async function openSockets(attacker: Visitor, count: number): Promise<number> {
  const sockets = Array.from({ length: count }, () => attacker.socket());
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.once('open', () => resolve());
          socket.once('error', () => resolve());
        }),
    ),
  );
  // The server may close the first socket as idle before it answers the last, which makes room for
  // another. So this counts only the sockets that are open at the end.
  const open = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN);
  for (const socket of sockets) socket.terminate();
  return open.length;
}

/** Whatever one network does, a visitor on another network must get fast responses. */
export const oneNetwork: Attack = {
  name: 'one-network',
  async run(target, { quick }) {
    const { pool, visitor } = target;
    await seedSynthetic(pool, { listings: quick ? 500 : 5_000, onProgress: () => undefined });
    const other = visitor('198.51.100.1');
    const findings: Finding[] = [];
    const calm = await visitDuring(other, async () => undefined, quick ? 2_000 : 4_000);
    // The tests may run on a busy machine. Without the server's limits, an attack would make the
    // wait a hundred times as long.
    const limit = quick ? Math.max(2 * goalMs, 8 * calm.p95) : goalMs;
    for (const [index, { tried, run }] of waves.entries()) {
      const attacker = visitor(`203.0.113.${index + 1}`);
      const { p95, slowest, refused } = await visitDuring(
        other,
        (isOver) => run(attacker, isOver),
        quick ? 2_000 : 12_000,
      );
      findings.push({
        tried: `${tried}: another visitor waited ${p95} ms (p95; slowest ${slowest}, in calm ${calm.p95}), ${refused} refused`,
        held: p95 < limit && refused === 0,
      });
    }
    const seconds = quick ? 2 : 15;
    const refused = await browseAtHome(target, seconds);
    findings.push({
      tried: `ten people at home opened a page each second for ${seconds} s: ${refused} refused`,
      held: refused === 0,
    });
    const opened = await openSockets(visitor('203.0.113.99'), 1_000);
    findings.push({ tried: `opened ${opened} of 1,000 sockets`, held: opened <= 250 });
    return findings;
  },
};
