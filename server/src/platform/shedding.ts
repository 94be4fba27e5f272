import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { networkOf } from './limiter.ts';

/** What a server takes on at once, beyond which it refuses at once instead of letting all wait. */
export interface SheddingLimits {
  /** Requests that are being answered, from the whole body to the ready answer. */
  inWork: number;
  /** Bodies that are long, or do not say how long they are, and still on their way. */
  longBodies: number;
  /** The same from one network. */
  longBodiesOfNetwork: number;
  /** Milliseconds that the event loop may be late, on average over a second. */
  eventLoopDelay: number;
}

/**
 * Six requests for each connection of the pool, about a second of work; 48 files of 10 MB are half
 * a gigabyte, the most that uploads can hold of the memory.
 */
export const sheddingLimits: SheddingLimits = {
  inWork: 120,
  longBodies: 48,
  longBodiesOfNetwork: 16,
  eventLoopDelay: 1_000,
};

/** Seconds after which one that was refused may come again. */
const retryAfter = 2;
/** In bytes; what text there is to send is shorter. */
const longBody = 64 * 1024;
/** Part of the heap beyond which nothing new is taken on. */
const heapShare = 0.85;

/**
 * Answered however busy the server is, for who asks has to learn just that; and the address of
 * WebSockets, which stay.
 */
const exempt = new Set(['/healthz', '/readyz', '/metrics', '/trpc']);

/**
 * Refuses with 503 and Retry-After what a busy server could not answer in time (429 where one network
 * holds too many uploads), before anything is done for it.
 */
export async function registerShedding(
  app: FastifyInstance,
  limits: SheddingLimits,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelay,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * heapShare,
    async pressureHandler(request) {
      if (isCounted(request)) throw busy();
    },
  });
  limitWork(app, limits.inWork);
  limitLongBodies(app, limits);
}

function limitWork(app: FastifyInstance, most: number): void {
  const inWork = new Set<FastifyRequest>();
  const refuseWhenFull = (request: FastifyRequest) => {
    if (isCounted(request) && inWork.size >= most) throw busy();
  };
  // Once before the body is read, and once more when it has come and the work would begin.
  app.addHook('onRequest', async (request) => refuseWhenFull(request));
  app.addHook('preHandler', async (request) => {
    refuseWhenFull(request);
    if (isCounted(request)) inWork.add(request);
  });
  // What a slow reader takes long to fetch is no work any more.
  app.addHook('onSend', async (request) => void inWork.delete(request));
  app.addHook('onResponse', async (request) => void inWork.delete(request));
  app.addHook('onRequestAbort', async (request) => void inWork.delete(request));
}

function limitLongBodies(
  app: FastifyInstance,
  { longBodies, longBodiesOfNetwork }: SheddingLimits,
): void {
  const networks = new Map<FastifyRequest, string>();
  app.addHook('onRequest', async (request) => {
    if (!isLong(request)) return;
    const network = networkOf(request.ip);
    const ofNetwork = [...networks.values()].filter((other) => other === network).length;
    if (ofNetwork >= longBodiesOfNetwork) {
      throw new AppError('TOO_MANY_REQUESTS', 'Too many uploads at once.', { retryAfter });
    }
    if (networks.size >= longBodies) throw busy();
    networks.set(request, network);
  });
  app.addHook('onResponse', async (request) => void networks.delete(request));
  app.addHook('onRequestAbort', async (request) => void networks.delete(request));
}

function isCounted({ url }: FastifyRequest): boolean {
  return !exempt.has(url.split('?', 1)[0] ?? '');
}

function isLong({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > longBody;
}

function busy(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The server is busy. Please try again in a moment.', {
    retryAfter,
  });
}
