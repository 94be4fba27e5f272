import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { kindOfPath } from '@marketplace/shared/paths';
import { AppError } from '../errors.ts';
import type { AppContext } from '../app-context.ts';
import { refusedCall } from '../rest/errors.ts';
import {
  type Admission,
  type AdmissionLimits,
  createAdmission,
  type Refusal,
  type Turn,
} from './admission.ts';
import { siteOf } from './networks.ts';

/** What a server takes on at once, and when it counts as overloaded. */
export interface SheddingLimits extends AdmissionLimits {
  /** Bodies that are long, or do not say how long they are, and still on their way. */
  longBodies: number;
  /** The same from one network. */
  longBodiesOfNetwork: number;
  /** Milliseconds that the event loop may be late, on average over a second. */
  eventLoopDelay: number;
}

/**
 * Three requests for each connection of the pool keep it busy; as many more wait as are done within
 * a second of calm. One network gets two calls or one page at a time, and on average 100 calls or 16
 * pages a second, so that most of the process is left to others. 48 files of 10 MB are half a
 * gigabyte, the most that uploads can hold of the memory.
 */
export const sheddingLimits: SheddingLimits = {
  inWork: 60,
  inWorkOfNetwork: 2,
  waiting: 300,
  waitingOfNetwork: 150,
  timeoutMs: 1_000,
  networkTimeoutMs: 5_000,
  burstOfNetwork: 500,
  perSecondOfNetwork: 100,
  socketsOfNetwork: 250,
  socketsOfUser: 25,
  longBodies: 48,
  longBodiesOfNetwork: 16,
  eventLoopDelay: 1_000,
};

/** In bytes; what text there is to send is shorter. */
const longBody = 64 * 1024;
/** As how many calls a page counts, which this process renders one after another. */
const weightOfPage = 6;
/** A page shows dozens. */
const weightOfPicture = 1 / 8;
/** Seconds after which an upload that was refused may come again. */
const retryAfter = 2;
/** Part of the heap beyond which nothing new is taken on. */
const heapShare = 0.85;

/** Calls wait for their turn one by one: see `waitForTurn`. */
const isProcedure = /^\/trpc\//;

/**
 * Refuses with 503 and Retry-After what a busy server could not answer in time, and with 429 what one
 * network asks for beyond its share, before anything is done for it. A refusal takes a tenth of the
 * work of an answer at most: no error is thrown, and no line is logged.
 */
export async function registerShedding(
  app: FastifyInstance,
  { config }: Pick<AppContext, 'config'>,
  limits: SheddingLimits,
): Promise<Admission> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelay,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * heapShare,
    // Only watches; the hook below refuses.
    pressureHandler: () => undefined,
  });
  const admission = createAdmission(limits, config.rateLimitFactor, () => app.isUnderPressure());
  limitWork(app, admission);
  limitLongBodies(app, limits);
  return admission;
}

function limitWork(app: FastifyInstance, admission: Admission): void {
  const turns = new WeakMap<FastifyRequest, Turn>();
  const refuse = (refusal: Refusal, request: FastifyRequest, reply: FastifyReply) =>
    reply.send(prepareRefusal(refusal, request, reply));
  // Once before the body is read, and once more when it has come and the work would begin.
  app.addHook('onRequest', async (request, reply) => {
    if (!isCounted(request)) return undefined;
    const { ip } = request;
    const weight = weightOf(request);
    const refusal = admission.refusalNow(ip, weight) ?? admission.spend(ip, weight);
    return refusal ? refuse(refusal, request, reply) : undefined;
  });
  app.addHook('preHandler', async (request, reply) => {
    if (!isCounted(request) || isProcedure.test(request.url)) return undefined;
    const turn = admission.enter(request.ip, weightOf(request));
    turns.set(request, turn);
    const refusal = await turn.begins;
    return refusal ? refuse(refusal, request, reply) : undefined;
  });
  // What a slow reader takes long to fetch is no work any more.
  const end = async (request: FastifyRequest) => turns.get(request)?.end();
  app.addHook('onSend', end);
  app.addHook('onResponse', end);
  app.addHook('onRequestAbort', async (request) => {
    // Work goes on for a client that has gone, unless it still reads the body.
    const turn = turns.get(request);
    if (turn?.isWaiting() || !request.raw.complete) turn?.end();
  });
}

function limitLongBodies(
  app: FastifyInstance,
  { longBodies, longBodiesOfNetwork }: SheddingLimits,
): void {
  const networks = new Map<FastifyRequest, string>();
  app.addHook('onRequest', async (request, reply) => {
    if (!isLong(request)) return;
    const network = siteOf(request.ip);
    const ofNetwork = [...networks.values()].filter((other) => other === network).length;
    if (ofNetwork >= longBodiesOfNetwork) {
      throw new AppError('TOO_MANY_REQUESTS', 'Too many uploads at once.', { retryAfter });
    }
    if (networks.size >= longBodies) {
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many uploads at once.', { retryAfter });
    }
    networks.set(request, network);
    // Fastify's hooks miss clients that leave after their body has arrived.
    reply.raw.once('close', () => networks.delete(request));
  });
}

/**
 * Monitoring is answered however busy the server is, and open sockets stay open. Files cost next to
 * nothing, and a page without its scripts would be half alive.
 */
function isCounted({ url, is404 }: FastifyRequest): boolean {
  const kind = kindOfPath(url);
  const isSocket = /^\/trpc(\?|$)/.test(url);
  return !isSocket && kind !== 'file' && (kind !== 'monitoring' || is404);
}

/** No route takes the address of a page: rendering takes what is left. A batch counts each call. */
function weightOf({ is404, params, url }: FastifyRequest): number {
  if (is404) return weightOfPage;
  if (kindOfPath(url) === 'picture') return weightOfPicture;
  return isProcedure.test(url) ? (params as { path: string }).path.split(',').length : 1;
}

/** The body of a refusal, the same as that of an error without its cost. */
function prepareRefusal(refusal: Refusal, { url }: FastifyRequest, reply: FastifyReply): string {
  const { code, message, retryAfter } = refusal;
  reply
    .code(code === 'TOO_MANY_REQUESTS' ? 429 : 503)
    .headers({ 'retry-after': String(retryAfter), 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8');
  return JSON.stringify(isProcedure.test(url) ? refusedCall(refusal) : { message });
}

function isLong({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > longBody;
}
