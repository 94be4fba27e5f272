import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { networkOf } from './networks.ts';

/** What a server takes on at once, beyond which it refuses at once instead of letting all wait. */
export interface SheddingLimits {
  /** Requests that are being answered, from the whole body to the ready answer. */
  inWork: number;
  /** Requests that wait for their turn, as in a burst. */
  waiting: number;
  /** Milliseconds that one waits for its turn at most. */
  patience: number;
  /** Bodies that are long, or do not say how long they are, and still on their way. */
  longBodies: number;
  /** The same from one network. */
  longBodiesOfNetwork: number;
  /** Milliseconds that the event loop may be late, on average over a second. */
  eventLoopDelay: number;
}

/**
 * Three requests for each connection of the pool keep it busy; as many more wait as are done within
 * a second of calm. 48 files of 10 MB are half a gigabyte, the most that uploads can hold of the
 * memory.
 */
export const sheddingLimits: SheddingLimits = {
  inWork: 60,
  waiting: 300,
  patience: 1_000,
  longBodies: 48,
  longBodiesOfNetwork: 16,
  eventLoopDelay: 1_000,
};

/** Seconds after which one that was refused may come again. */
const retryAfter = 2;
const message = 'The server is busy. Please try again in a moment.';
/** In bytes; what text there is to send is shorter. */
const longBody = 64 * 1024;
/** As how many calls a page counts, which this process renders one after another. */
const weightOfPage = 6;
/** Part of the heap beyond which nothing new is taken on. */
const heapShare = 0.85;

/**
 * Answered however busy the server is, for who asks has to learn just that; and the address of
 * WebSockets, which stay.
 */
const exempt = new Set(['/healthz', '/readyz', '/metrics', '/trpc']);

/**
 * Refuses with 503 and Retry-After what a busy server could not answer in time (429 where one network
 * holds too many uploads), before anything is done for it. A refusal takes a tenth of the work of an
 * answer at most: no error is thrown, and no line is logged.
 */
export async function registerShedding(
  app: FastifyInstance,
  limits: SheddingLimits,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelay,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * heapShare,
    // Only watches; the hook below refuses.
    pressureHandler: () => undefined,
  });
  limitWork(app, limits);
  limitLongBodies(app, limits);
}

function limitWork(
  app: FastifyInstance,
  { inWork: mostInWork, waiting: mostWaiting, patience }: SheddingLimits,
): void {
  const inWork = new Set<FastifyRequest>();
  /** Those who wait, the first to come first, and how each is told whether it is its turn. */
  const line = new Map<FastifyRequest, (isTurn: boolean) => void>();
  /** What each of them adds up to. */
  const weight = { inWork: 0, waiting: 0 };
  const isWorking = () => weight.inWork >= mostInWork;
  const isFull = () => (isWorking() && weight.waiting >= mostWaiting) || app.isUnderPressure();
  const begin = (request: FastifyRequest) => {
    inWork.add(request);
    weight.inWork += weightOf(request);
  };
  const turnOf = (request: FastifyRequest) =>
    new Promise<boolean>((resolve) => {
      const settle = (isTurn: boolean) => {
        clearTimeout(timer);
        line.delete(request);
        weight.waiting -= weightOf(request);
        if (isTurn) begin(request);
        resolve(isTurn);
      };
      const timer = setTimeout(settle, patience, false);
      line.set(request, settle);
      weight.waiting += weightOf(request);
    });
  const leave = async (request: FastifyRequest) => {
    line.get(request)?.(false);
    if (!inWork.delete(request)) return;
    weight.inWork -= weightOf(request);
    for (const startNext of line.values()) {
      if (isWorking()) return;
      startNext(true);
    }
  };
  // Once before the body is read, and once more when it has come and the work would begin.
  app.addHook('onRequest', async (request, reply) => {
    return isCounted(request) && isFull() ? refuse(request, reply) : undefined;
  });
  app.addHook('preHandler', async (request, reply) => {
    if (!isCounted(request)) return undefined;
    if (isFull()) return refuse(request, reply);
    if (!isWorking()) begin(request);
    else if (!(await turnOf(request))) return refuse(request, reply);
    return undefined;
  });
  // What a slow reader takes long to fetch is no work any more.
  app.addHook('onSend', leave);
  app.addHook('onResponse', leave);
  app.addHook('onRequestAbort', leave);
}

function limitLongBodies(
  app: FastifyInstance,
  { longBodies, longBodiesOfNetwork }: SheddingLimits,
): void {
  const networks = new Map<FastifyRequest, string>();
  app.addHook('onRequest', async (request, reply) => {
    if (!isLong(request)) return;
    const network = networkOf(request.ip);
    const ofNetwork = [...networks.values()].filter((other) => other === network).length;
    if (ofNetwork >= longBodiesOfNetwork) {
      throw new AppError('TOO_MANY_REQUESTS', 'Too many uploads at once.', { retryAfter });
    }
    if (networks.size >= longBodies) throw busy();
    networks.set(request, network);
    // Fastify's hooks miss clients that leave after their body has arrived.
    reply.raw.once('close', () => networks.delete(request));
  });
}

function isCounted({ url }: FastifyRequest): boolean {
  return !exempt.has(url.split('?', 1)[0] ?? '');
}

/** No route takes the address of a page: rendering takes what is left. */
function weightOf({ is404 }: FastifyRequest): number {
  return is404 ? weightOfPage : 1;
}

function isLong({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > longBody;
}

function busy(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', message, { retryAfter });
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.send(prepareRefusal(request, reply));
}

/** The body of a refusal, the same as that of `busy` without the cost of an error. */
function prepareRefusal({ url }: FastifyRequest, reply: FastifyReply): string {
  reply
    .code(503)
    .headers({ 'retry-after': String(retryAfter), 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8');
  return url.startsWith('/trpc/') ? refusalOfProcedure : refusal;
}

const refusal = JSON.stringify({ message });
const code = 'SERVICE_UNAVAILABLE';
const refusalOfProcedure = JSON.stringify({
  error: {
    message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { code, httpStatus: 503, retryAfter },
  },
});
