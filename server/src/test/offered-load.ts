import { setTimeout as pause } from 'node:timers/promises';
import { openConnection, type Requests } from './raw-http.ts';

export interface Answered {
  /** The HTTP status; 0 if there was no connection, or if it ended without a response. */
  status: number;
  /** The time of sending, on the clock of `performance.now()`. */
  sent: number;
  ms: number;
}

export interface Offer {
  perSecond: number;
  milliseconds: number;
}

const stepMs = 5;
const openBefore = 1_000;
/**
 * The most open connections. Beyond this number nothing is sent, because of the limit of open
 * files.
 */
const maxOpen = 8_000;

/**
 * Sends `perSecond` requests a second, whether or not earlier ones got a response, like many
 * independent users. Each goes over a free connection. As behind a proxy, a thousand connections
 * are open in advance, and more open only if those are not enough. Resolves with all outcomes after
 * the last response.
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
