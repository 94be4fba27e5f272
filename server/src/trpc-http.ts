import {
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  TRPCError,
} from '@trpc/server';
import { getHTTPStatusCode } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maxCallsInBatch } from '@marketplace/shared/paths';
import type { AppContext } from './app-context.ts';
import type { Context } from './context.ts';
import { databaseBusy } from './errors.ts';
import type { Admission } from './platform/admission.ts';
import { isOpening } from './platform/http.ts';
import { apiContextOf } from './request-context.ts';
import { handleTrpcError } from './rest/errors.ts';
import { type AppRouter, appRouter, procedures } from './router.ts';
import { noSuchCall, refusalOf } from './trpc.ts';

const { _config: config } = appRouter._def;

const methods = { query: 'GET', mutation: 'POST', subscription: 'GET' };

/** The request of a call or a batch. The input of a batch is an object of inputs by number. */
type CallRequest = FastifyRequest<{
  Params: { path: string };
  Querystring: { batch?: string; input?: string };
  Body: string | undefined;
}>;

type Answer =
  | { result: { data: unknown } }
  | { error: AppRouter['_def']['_config']['$types']['errorShape'] };

/**
 * Serves tRPC over HTTP, in batches or single calls. tRPC's adapter creates a `Request`, a
 * `Response`, streams and three abort signals for each call, which takes longer than most calls.
 */
export async function registerTrpc(
  app: FastifyInstance,
  ctx: AppContext,
  admission: Admission,
): Promise<void> {
  const contextFor = async (request: FastifyRequest, reply: FastifyReply): Promise<Context> => {
    const context = await apiContextOf(ctx, request, reply).catch(refuseWhenBusy);
    context.countsViews = isOpening(request);
    context.enter = (weight) => admission.enterCall(request.ip, weight);
    return context;
  };
  await app.register(async (scope) => {
    scope.setErrorHandler(handleTrpcError);
    scope.addHook('onRequest', async ({ method, headers }) => {
      if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return;
      // Forms of other sites can send other types without a preflight.
      const type = headers['content-type'] ?? '';
      if (type.split(';', 1)[0]?.trim() !== 'application/json') {
        throw new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send the input as JSON.' });
      }
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.all('/trpc/:path', async (request: CallRequest, reply) => {
      const isBatch = request.query.batch === '1';
      const paths = isBatch ? request.params.path.split(',') : [request.params.path];
      if (paths.length > maxCallsInBatch) {
        throw refusal('BAD_REQUEST', `A batch can have up to ${maxCallsInBatch} calls.`);
      }
      const context = contextFor(request, reply);
      const inputOf = readInputs(request, isBatch);
      // The context may set headers, so the response waits for it. Each call reports its failure.
      await context.catch(() => undefined);
      const answers = await Promise.all(
        paths.map((path, batchIndex) => {
          const getRawInput = async () => inputOf(batchIndex);
          return answer({ path, batchIndex, context, getRawInput }, reply, ctx.log);
        }),
      );
      reply.code(getHTTPStatusCode(answers)).header('content-type', 'application/json');
      const retryAfter = answers.find((one) => 'error' in one)?.error.data.retryAfter;
      if (retryAfter) reply.header('retry-after', String(retryAfter));
      return reply.send(JSON.stringify(isBatch ? answers : answers[0]));
    });
  });
}

interface Call {
  path: string;
  batchIndex: number;
  context: Promise<Context>;
  getRawInput(): Promise<unknown>;
}

async function answer(
  { path, context, ...call }: Call,
  reply: FastifyReply,
  log: AppContext['log'],
): Promise<Answer> {
  try {
    const type = typeOf(path);
    if (reply.request.method !== methods[type]) {
      reply.header('allow', methods[type]);
      throw refusal('METHOD_NOT_SUPPORTED', `Call this ${type} with ${methods[type]}.`);
    }
    const ctx = await context;
    const about = { path, type, ctx, signal: undefined, router: appRouter };
    const data = await callTRPCProcedure({ ...call, ...about });
    // This comes after the call, which checks that the caller is allowed.
    if (type === 'subscription')
      throw refusal('METHOD_NOT_SUPPORTED', 'Subscribe over a WebSocket.');
    return { result: { data } };
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause);
    if (error.code === 'INTERNAL_SERVER_ERROR') {
      log.error({ err: error.cause ?? error, path }, 'A call failed.');
    }
    const about = { config, error, path, type: 'unknown', input: undefined } as const;
    return { error: getTRPCErrorShape({ ...about, ctx: undefined }) };
  }
}

function typeOf(path: string) {
  const procedure = Object.hasOwn(procedures, path) && procedures[path];
  if (procedure) return procedure._def.type;
  throw noSuchCall();
}

/** Returns a function that returns the input of each call. It parses the text when first called. */
function readInputs({ method, query, body }: CallRequest, isBatch: boolean) {
  let inputs: Record<number, unknown> | undefined;
  return (index: number): unknown => {
    const text = method === 'GET' ? query.input : body;
    if (!text) return undefined;
    try {
      inputs ??= isBatch ? JSON.parse(text) : [JSON.parse(text)];
    } catch {
      throw refusal('BAD_REQUEST', "The input isn't valid JSON.");
    }
    if (typeof inputs === 'object' && inputs !== null) return inputs[index];
    throw refusal('BAD_REQUEST', 'The input of a batch must be an object.');
  };
}

function refusal(code: 'BAD_REQUEST' | 'METHOD_NOT_SUPPORTED', message: string): TRPCError {
  return new TRPCError({ code, message });
}

/** Throws a refusal if the database is busy, else the error itself. */
function refuseWhenBusy(error: unknown): never {
  throw refusalOf(databaseBusy(error)) ?? error;
}
