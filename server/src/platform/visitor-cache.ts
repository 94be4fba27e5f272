import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { sharedCalls } from '@marketplace/shared/paths';
import * as z from 'zod';
import { etagOf, isAmong, knownAddress } from './http.ts';

/** How many answers are cached: a page of 24 listings has some 40 KB. */
const maxAnswers = 500;

/** Longer answers are not cached. */
const maxBytes = 256 * 1024;

const keptHeaders = ['content-type', 'vary', 'link', 'x-next-cursor'];

interface Answer {
  body: Buffer;
  headers: OutgoingHttpHeaders & { etag: string };
}

/**
 * Lets visitors (no cookie, no authorization) who ask the same within a second share one answer: the
 * first is answered as usual, the others wait for that answer or get the cached one. To be registered
 * before load is shed, as a cached answer costs nothing.
 */
export function registerVisitorCache(app: FastifyInstance): void {
  // Null stands for an answer that must not be shared. They live for 900 ms, counted from before the
  // database is read, so that a change is seen within a second.
  const cache = new LRUCache<string, Promise<Answer | null>>({ max: maxAnswers, ttl: 900 });
  /** What resolves the promise in the cache, by the request whose answer others wait for. */
  const resolvers = new WeakMap<FastifyRequest, (answer: Answer | null) => void>();

  app.addHook('onRequest', async (request, reply) => {
    if (!isShared(request)) return undefined;
    const key = knownAddress(request.url, parametersOf(request));
    const known = cache.get(key);
    if (known) {
      const answer = await known;
      return answer ? send(request, reply, answer) : undefined;
    }
    const { promise, resolve } = Promise.withResolvers<Answer | null>();
    cache.set(key, promise);
    resolvers.set(request, (answer) => {
      if (!answer && cache.peek(key) === promise) cache.delete(key);
      resolvers.delete(request);
      resolve(answer);
    });
    return undefined;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const resolve = resolvers.get(request);
    if (!resolve) return payload;
    if (typeof payload !== 'string' || reply.statusCode !== 200) {
      resolve(null);
      return payload;
    }
    const answer = toAnswer(reply, payload);
    resolve(answer.body.length <= maxBytes ? answer : null);
    reply.headers(answer.headers);
    if (!isAmong(answer.headers.etag, request.headers['if-none-match'])) return payload;
    reply.code(304);
    return null;
  });

  const giveUp = async (request: FastifyRequest) => resolvers.get(request)?.(null);
  app.addHook('onRequestAbort', giveUp);
  app.addHook('onResponse', giveUp);
}

function isShared({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || !isVisitor(headers)) return false;
  // A batch names several procedures: /trpc/listings.featured,listings.list
  const [first = '', ...others] = url.split('?', 1)[0]?.split(',') ?? [];
  return [first, ...others.map((name) => `/trpc/${name}`)].every((call) => sharedCalls.has(call));
}

/** The query parameters of the documented call, or else of tRPC. */
function parametersOf({ routeOptions }: FastifyRequest): string[] {
  const query = routeOptions.schema?.querystring;
  return query instanceof z.ZodObject ? Object.keys(query.shape) : ['batch', 'input'];
}

function isVisitor({ cookie, authorization }: IncomingHttpHeaders): boolean {
  return cookie === undefined && authorization === undefined;
}

function toAnswer(reply: FastifyReply, body: string): Answer {
  const kept = keptHeaders.map((name) => [name, reply.getHeader(name)] as const);
  const vary = [reply.getHeader('vary'), 'cookie', 'authorization'].filter(Boolean).join(', ');
  return {
    body: Buffer.from(body),
    headers: {
      ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)),
      vary,
      etag: etagOf(body),
      // To be asked for again each time: another second in a browser would be one too many.
      'cache-control': 'no-cache',
    },
  };
}

function send(request: FastifyRequest, reply: FastifyReply, { body, headers }: Answer) {
  reply.headers(headers);
  return isAmong(headers.etag, request.headers['if-none-match'])
    ? reply.code(304).send()
    : reply.send(body);
}
