import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { sharedCalls } from '@marketplace/shared/paths';
import * as z from 'zod';
import { etagOf, matchesIfNoneMatch, withKnownParameters } from './http.ts';

/** The size limit of a cached answer, in bytes. A page of 24 listings has about 40 KB. */
const maxBytes = 256 * 1024;
const cachedHeaders = ['content-type', 'vary', 'link', 'x-next-cursor'];

interface Answer {
  body: Buffer;
  headers: OutgoingHttpHeaders & { etag: string };
}

/**
 * Lets visitors (no cookie, no authorization) who send the same request within a second share one
 * answer. The first request is answered as usual. The others wait for that answer or get the cached
 * one. Call this before `registerShedding`, because a cached answer costs nothing.
 */
export function registerVisitorCache(app: FastifyInstance): void {
  // Null stands for an answer that must not be shared. Answers live for 900 ms from before the
  // database is read, so that a change is visible within a second.
  const cache = new LRUCache<string, Promise<Answer | null>>({ max: 500, ttl: 900 });
  /** Functions that resolve the cached promise, by the request whose answer others wait for. */
  const resolvers = new WeakMap<FastifyRequest, (answer: Answer | null) => void>();

  app.addHook('onRequest', async (request, reply) => {
    if (!isShared(request)) return undefined;
    const key = withKnownParameters(request.url, parametersOf(request));
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
    if (!matchesIfNoneMatch(answer.headers.etag, request.headers['if-none-match'])) return payload;
    reply.code(304);
    return null;
  });

  const giveUp = async (request: FastifyRequest) => resolvers.get(request)?.(null);
  app.addHook('onRequestAbort', giveUp);
  app.addHook('onResponse', giveUp);
}

function isShared({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || headers.cookie !== undefined || headers.authorization !== undefined) {
    return false;
  }
  // A batch names several procedures, as in /trpc/listings.featured,listings.list.
  const [first = '', ...others] = url.split('?', 1)[0]?.split(',') ?? [];
  return [first, ...others.map((name) => `/trpc/${name}`)].every((call) => sharedCalls.has(call));
}

/** Returns the query parameters of the REST call, or those of tRPC. */
function parametersOf({ routeOptions }: FastifyRequest): string[] {
  const query = routeOptions.schema?.querystring;
  return query instanceof z.ZodObject ? Object.keys(query.shape) : ['batch', 'input'];
}

function toAnswer(reply: FastifyReply, body: string): Answer {
  const known = cachedHeaders.map((name) => [name, reply.getHeader(name)] as const);
  const vary = [reply.getHeader('vary'), 'cookie', 'authorization'].filter(Boolean).join(', ');
  return {
    body: Buffer.from(body),
    headers: {
      ...Object.fromEntries(known.filter(([, value]) => value !== undefined)),
      vary,
      etag: etagOf(body),
      // The browser must revalidate, because another second in its cache would be too long.
      'cache-control': 'no-cache',
    },
  };
}

function send(request: FastifyRequest, reply: FastifyReply, { body, headers }: Answer) {
  reply.headers(headers);
  return matchesIfNoneMatch(headers.etag, request.headers['if-none-match'])
    ? reply.code(304).send()
    : reply.send(body);
}
