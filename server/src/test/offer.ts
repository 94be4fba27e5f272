import { setTimeout as pause } from 'node:timers/promises';
import { openConnection, type Requests } from './raw-http.ts';

/** What became of one request. */
export interface Answered {
  /** 0 where no connection was to be had, or it ended without an answer. */
  status: number;
  /** When it was sent, on the clock of `performance.now()`. */
  sent: number;
  ms: number;
}

export interface Offer {
  perSecond: number;
  milliseconds: number;
}

const stepMs = 5;
const openBefore = 1_000;
/** More than this and nothing is sent: files that this process may hold. */
const maxOpen = 8_000;

/**
 * Sends so many requests a second, whether the ones before are answered or not, as many people do
 * who know nothing of each other. Each goes over a connection that is free: as behind a proxy a
 * thousand are open before, and more are opened only where those are not enough. Resolves with all
 * answers once the last is here.
 */
export async function offer(
  url: string,
  requests: Requests,
  { perSecond, milliseconds }: Offer,
): Promise<Answered[]> {
  const free = Array.from({ length: openBefore }, () => openConnection(url));
  await Promise.all(free.map(({ opened }) => opened));
  const all: Promise<Answered>[] = [];
  let open = openBefore;
  const openOne = () => {
    open++;
    return openConnection(url);
  };
  const sendOne = async (): Promise<Answered> => {
    const sent = performance.now();
    if (free.length === 0 && open === maxOpen) return { status: 0, sent, ms: 0 };
    const connection = free.pop() ?? openOne();
    const request = typeof requests === 'string' ? requests : requests();
    const status = await connection.ask(request).catch(() => 0);
    if (status > 0) free.push(connection);
    return { status, sent, ms: performance.now() - sent };
  };
  const start = performance.now();
  for (let passed = 0; passed < milliseconds; passed = performance.now() - start) {
    while (all.length < (passed / 1_000) * perSecond) all.push(sendOne());
    await pause(stepMs);
  }
  const answers = await Promise.all(all);
  for (const connection of free) connection.close();
  return answers;
}
