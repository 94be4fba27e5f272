import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, isAmong } from './etag.ts';

/** A call, or a batch of calls, whose answer is the same for every visitor. */
const shared =
  /^\/(?:api\/listings|trpc\/listings\.(?:list|featured)(?:,listings\.(?:list|featured))*)$/;

/** Milliseconds, counted from before the database was read: a change is seen within a second. */
const life = 900;
/** What is kept at most: so many answers, none with more bytes than this. */
const maxAnswers = 100;
const maxBytes = 256 * 1024;

const keptHeaders = ['content-type', 'vary', 'link', 'x-next-cursor'];

interface Answer {
  body: Buffer;
  headers: OutgoingHttpHeaders & { etag: string };
}

interface Entry {
  since: number;
  /** Null where the answer was none to be shared. */
  answer: Promise<Answer | null>;
}

/**
 * Lets visitors (no cookie, no authorization) who ask the same within a second share one answer:
 * the first is answered as ever, the others wait for that or get what is kept. To be registered
 * before load is shed, as what is kept costs nothing.
 */
export function registerVisitorCache(app: FastifyInstance): void {
  const entries = new Map<string, Entry>();
  /** Those whose answer others wait for. */
  const first = new WeakMap<FastifyRequest, (answer: Answer | null) => void>();

  app.addHook('onRequest', async (request, reply) => {
    if (!isShared(request)) return undefined;
    const { url } = request;
    const known = entries.get(url);
    if (known && performance.now() - known.since < life) {
      const answer = await known.answer;
      return answer ? send(request, reply, answer) : undefined;
    }
    const { promise, resolve } = Promise.withResolvers<Answer | null>();
    const entry = { since: performance.now(), answer: promise };
    // The youngest last, so that the first is the one to go.
    entries.delete(url);
    entries.set(url, entry);
    const [oldest] = entries.keys();
    if (entries.size > maxAnswers && oldest !== undefined) entries.delete(oldest);
    first.set(request, (answer) => {
      if (!answer && entries.get(url) === entry) entries.delete(url);
      first.delete(request);
      resolve(answer);
    });
    return undefined;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const settle = first.get(request);
    if (!settle) return payload;
    const text = payload instanceof Response ? await unpack(reply, payload) : payload;
    if (typeof text !== 'string' || reply.statusCode !== 200) {
      settle(null);
      return text;
    }
    const answer = toAnswer(reply, text);
    settle(answer.body.length <= maxBytes ? answer : null);
    reply.headers(answer.headers);
    if (!isAmong(answer.headers.etag, request.headers['if-none-match'])) return text;
    reply.code(304);
    return null;
  });

  const giveUp = async (request: FastifyRequest) => first.get(request)?.(null);
  app.addHook('onRequestAbort', giveUp);
  app.addHook('onResponse', giveUp);
}

function isShared({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || !shared.test(url.split('?', 1)[0] ?? '')) return false;
  return isVisitor(headers) && !wantsStream(headers);
}

function isVisitor({ cookie, authorization }: IncomingHttpHeaders): boolean {
  return cookie === undefined && authorization === undefined;
}

/** tRPC answers in another form to those who ask for it. */
function wantsStream(headers: IncomingHttpHeaders): boolean {
  return /jsonl/.test(`${headers['trpc-accept']} ${headers.accept}`);
}

/** The text of an answer as tRPC gives it, with its status and headers put into `reply`. */
async function unpack(reply: FastifyReply, response: Response): Promise<string> {
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  return response.text();
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
