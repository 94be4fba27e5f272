import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { kindOfPath } from '@marketplace/shared/paths';
import { AppError } from '../errors.ts';
import type { AppContext } from '../app-context.ts';
import { refusedCall } from '../rest/errors.ts';
import {
  type Admission,
  admissionLimits,
  createAdmission,
  type Refusal,
  type Turn,
} from './admission.ts';
import { siteOf } from './networks.ts';

/** The load that a server accepts, and the limits beyond which it counts as overloaded. */
export const sheddingLimits = {
  ...admissionLimits,
  /** Long bodies being received. 48 files of 10 MB are the most memory that uploads can use. */
  longBodies: 48,
  longBodiesOfNetwork: 16,
  /** The longest delay of the event loop, in milliseconds, averaged over a second. */
  eventLoopDelay: 1_000,
};

type SheddingLimits = typeof sheddingLimits;

/** The size from which a body counts as long, in bytes. No text input is that long. */
const longBody = 64 * 1024;
/** A page weighs as much as this many calls. Pages are rendered one at a time. */
const weightOfPage = 6;
/** A picture weighs little, because a page shows dozens. */
const weightOfPicture = 1 / 8;

/** Each procedure in a batch waits for its turn separately, in the tRPC middleware. */
const isProcedure = /^\/trpc\//;

/**
 * Refuses requests before any work is done for them: with 503 and Retry-After if a busy server
 * could not answer in time, with 429 if a network exceeds its share. A refusal costs at most a
 * tenth of an answer, because no error is thrown and nothing is logged.
 */
export async function registerShedding(
  app: FastifyInstance,
  { config }: Pick<AppContext, 'config'>,
  limits: SheddingLimits,
): Promise<Admission> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelay,
    // Near the limit of the heap, new work is refused.
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * 0.85,
    // The plugin only measures. The hooks below refuse.
    pressureHandler: () => undefined,
  });
  const admission = createAdmission(limits, config.rateLimitFactor, () => app.isUnderPressure());
  limitWork(app, admission);
  limitLongBodies(app, limits);
  return admission;
}

function limitWork(app: FastifyInstance, admission: Admission): void {
  const turns = new WeakMap<FastifyRequest, Turn>();
  // The check runs before the body is read. The turn begins later, in `preHandler`.
  app.addHook('onRequest', async (request, reply) => {
    if (!isCounted(request)) return undefined;
    const { ip } = request;
    const weight = weightOf(request);
    const refusal = admission.refusalNow(ip, weight) ?? admission.spend(ip, weight);
    return refusal ? refuse(refusal, reply) : undefined;
  });
  app.addHook('preHandler', async (request, reply) => {
    if (!isCounted(request) || isProcedure.test(request.url)) return undefined;
    const turn = admission.enter(request.ip, weightOf(request));
    turns.set(request, turn);
    const refusal = await turn.begins;
    return refusal ? refuse(refusal, reply) : undefined;
  });
  // The turn ends when the answer is ready, because a slow reader causes no work.
  const end = async (request: FastifyRequest) => turns.get(request)?.end();
  app.addHook('onSend', end);
  app.addHook('onResponse', end);
  app.addHook('onRequestAbort', async (request) => {
    // The turn lasts until the work ends, even without its client, unless the request is waiting or
    // the body is incomplete.
    const turn = turns.get(request);
    if (turn?.isWaiting() || !request.raw.complete) turn?.end();
  });
}

function limitLongBodies(
  app: FastifyInstance,
  { longBodies, longBodiesOfNetwork }: SheddingLimits,
): void {
  const networks = new Map<FastifyRequest, string>();
  const message = 'Too many uploads at once. Please wait a moment and try again.';
  const refusal = (code: Refusal['code']) => new AppError(code, message, { retryAfter: 2 });
  app.addHook('onRequest', async (request, reply) => {
    const { 'content-length': length = 0, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && Number(length) <= longBody) return;
    const network = siteOf(request.ip);
    const ofNetwork = [...networks.values()].filter((other) => other === network).length;
    if (ofNetwork >= longBodiesOfNetwork) throw refusal('TOO_MANY_REQUESTS');
    if (networks.size >= longBodies) throw refusal('SERVICE_UNAVAILABLE');
    networks.set(request, network);
    // Fastify's hooks miss clients that leave after their body has arrived.
    reply.raw.once('close', () => networks.delete(request));
  });
}

/** Monitoring, sockets and files cost little, and pages do not work without them. */
function isCounted({ url, is404 }: FastifyRequest): boolean {
  const kind = kindOfPath(url);
  const isSocket = /^\/trpc(\?|$)/.test(url);
  return !isSocket && kind !== 'file' && (kind !== 'monitoring' || is404);
}

/** Pages have no route, so Fastify treats them as 404. Each call in a batch counts. */
function weightOf({ is404, params, url }: FastifyRequest): number {
  if (is404) return weightOfPage;
  if (kindOfPath(url) === 'picture') return weightOfPicture;
  return isProcedure.test(url) ? (params as { path: string }).path.split(',').length : 1;
}

/** Sends the same answer as an error would, at a lower cost. */
function refuse(refusal: Refusal, reply: FastifyReply): FastifyReply {
  const { code, message, retryAfter } = refusal;
  const isCall = isProcedure.test(reply.request.url);
  return reply
    .code(code === 'TOO_MANY_REQUESTS' ? 429 : 503)
    .headers({ 'retry-after': String(retryAfter), 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(isCall ? refusedCall(refusal) : { message }));
}
