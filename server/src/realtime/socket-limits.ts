import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { maxCallsInBatch } from '@marketplace/shared/batch';
import type { Session } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Admission, Refusal } from '../platform/admission.ts';
import { refusedCall } from '../rest/errors.ts';

/** The most frames, and calls in them, per minute and client. A page mostly sends twelve pings. */
const framesPerMinute = 100;
const callsPerMinute = 100;
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

/** Throws TOO_MANY_REQUESTS if the user has too many sockets. The error closes this socket. */
export function limitUser(socket: WebSocket, admission: Admission, { user }: Session): void {
  const close = admission.openSocket({ userId: user.id });
  countOpen(socket, close, 'Too many open pages. Please close some of them.');
}

/** Works like `limitUser` for a network's visitors. Their lower limit leaves room for users. */
export function limitVisitor(socket: WebSocket, admission: Admission, ip: string): void {
  const close = admission.openSocket({ visitorIp: ip });
  countOpen(socket, close, 'Too many open pages in your network.');
}

function countOpen(socket: WebSocket, close: (() => void) | null, refusal: string): void {
  if (!close) throw new AppError('TOO_MANY_REQUESTS', refusal, { retryAfter });
  if (socket.readyState === socket.CLOSED) close();
  else socket.once('close', close);
}

export function limitFrames(socket: WebSocket, factor: number): void {
  const count = countPerMinute();
  socket.on('message', () => {
    if (count(1).sum > framesPerMinute * factor)
      socket.close(policyViolation, 'Too many messages.');
  });
}

/**
 * Returns a function that parses a frame and counts its calls. Calls beyond the limit of the
 * connection, or for which `spend` has no budget, get a 429. A client that continues, or puts more
 * calls into a frame than a batch may have, is disconnected.
 */
export function limitCalls(
  socket: WebSocket,
  factor: number,
  spend: (calls: number) => Refusal | null,
): (frame: string) => unknown {
  const perMinute = callsPerMinute * factor;
  const count = countPerMinute();
  return (text) => {
    const frame: unknown = JSON.parse(text);
    const messages: unknown[] = Array.isArray(frame) ? frame : [frame];
    const { sum, secondsLeft } = count(messages.length);
    if (messages.length > maxCallsInBatch || sum > 2 * perMinute) {
      socket.close(policyViolation, 'Too many calls.');
      return [];
    }
    const tooFast = sum > perMinute && tooManyCalls(secondsLeft);
    const refusal = tooFast || spend(messages.length);
    if (!refusal) return frame;
    const stops = messages.filter(isStop);
    for (const message of messages) {
      if (!stops.includes(message)) refuseCall(socket, message, refusal);
    }
    return stops;
  };
}

function tooManyCalls(retryAfter: number): Refusal {
  const message = 'Too many calls on one connection. Please wait a moment and try again.';
  return { code: 'TOO_MANY_REQUESTS', message, retryAfter };
}

/** Stopping a subscription costs nothing, and its answer has no place for a refusal. */
function isStop(message: unknown): boolean {
  return (message as { method?: unknown } | null)?.method === 'subscription.stop';
}

function refuseCall(socket: WebSocket, message: unknown, refusal: Refusal): void {
  const id = (message as { id?: unknown } | null)?.id ?? null;
  if (socket.readyState === socket.OPEN) {
    socket.send(JSON.stringify({ id, ...refusedCall(refusal) }));
  }
}

/** Returns a function that adds up amounts within each minute. */
function countPerMinute(): (amount: number) => { sum: number; secondsLeft: number } {
  let minute = 0;
  let sum = 0;
  return (amount) => {
    const now = Date.now() / 60_000;
    sum = Math.floor(now) === minute ? sum + amount : amount;
    minute = Math.floor(now);
    return { sum, secondsLeft: Math.ceil((minute + 1 - now) * 60) };
  };
}
