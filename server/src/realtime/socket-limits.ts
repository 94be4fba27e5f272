import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { maxCallsInBatch } from '@marketplace/shared/paths';
import { AppError } from '../errors.ts';
import type { Admission, Refusal } from '../platform/admission.ts';
import { refusedCall } from '../rest/errors.ts';

/** The most frames, and the most calls in them, in a minute. A page mostly sends twelve pings. */
const mostPerMinute = 100;
/** The retry-after time in seconds. By then, the user may have closed another page. */
const retryAfter = 30;
const policyViolation = 1008;

/** Answers 429 in place of the upgrade if the network has too many sockets or requests. */
export function limitSockets(admission: Admission) {
  return async ({ ip, raw, ws }: FastifyRequest, reply: FastifyReply) => {
    if (!ws) return;
    const refusal = admission.spend(ip, 1);
    const close = refusal ? null : admission.openSocket({ ip });
    if (close) {
      raw.socket.once('close', close);
      return;
    }
    const message = refusal?.message ?? 'Too many connections from your network.';
    reply.header('retry-after', refusal?.retryAfter ?? retryAfter);
    return reply.code(429).send({ message });
  };
}

/**
 * Calls `close` when `socket` closes. Throws TOO_MANY_REQUESTS with `refusal` if `close` is null.
 */
export function countOpen(socket: WebSocket, close: (() => void) | null, refusal: string): void {
  if (!close) throw new AppError('TOO_MANY_REQUESTS', refusal, { retryAfter });
  if (socket.readyState === socket.CLOSED) close();
  else socket.once('close', close);
}

export function limitFrames(socket: WebSocket, factor: number): void {
  const count = countPerMinute();
  socket.on('message', () => {
    const isOver = count(1).sum > mostPerMinute * factor;
    if (isOver) socket.close(policyViolation, 'Too many messages.');
  });
}

/**
 * Returns a function that parses a frame and counts its calls. Calls beyond the limit of the
 * connection or of `spend` get a 429. A client that continues, or puts more calls into a frame than
 * a batch may have, is disconnected.
 */
export function limitCalls(
  socket: WebSocket,
  factor: number,
  spend: (calls: number) => Refusal | null,
): (frame: string) => unknown {
  const perMinute = mostPerMinute * factor;
  const count = countPerMinute();
  return (text) => {
    const frame: unknown = JSON.parse(text);
    const messages: unknown[] = Array.isArray(frame) ? frame : [frame];
    const { sum, secondsLeft } = count(messages.length);
    if (messages.length > maxCallsInBatch || sum > 2 * perMinute) {
      socket.close(policyViolation, 'Too many calls.');
      return [];
    }
    const message = 'Too many calls on one connection. Please wait a moment and try again.';
    const tooFast = { code: 'TOO_MANY_REQUESTS', message, retryAfter: secondsLeft } as const;
    const refusal = sum > perMinute ? tooFast : spend(messages.length);
    if (!refusal) return frame;
    // Stopping a subscription costs nothing, and its answer has no place for a refusal.
    const stops = messages.filter((one) => partsOf(one).method === 'subscription.stop');
    for (const one of messages) {
      if (stops.includes(one) || socket.readyState !== socket.OPEN) continue;
      socket.send(JSON.stringify({ id: partsOf(one).id ?? null, ...refusedCall(refusal) }));
    }
    return stops;
  };
}

const partsOf = (message: unknown) => (message ?? {}) as { id?: unknown; method?: unknown };

/** Returns a function that adds up amounts within each minute. */
function countPerMinute() {
  let minute = 0;
  let sum = 0;
  return (amount: number) => {
    const now = Date.now() / 60_000;
    sum = Math.floor(now) === minute ? sum + amount : amount;
    minute = Math.floor(now);
    return { sum, secondsLeft: Math.ceil((minute + 1 - now) * 60) };
  };
}
