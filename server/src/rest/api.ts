import { TRPCError } from '@trpc/server';
import type * as fastify from 'fastify';
import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import * as z from 'zod';
import { creationId, isId } from '@marketplace/shared/ids';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { Page } from '@marketplace/shared/pagination';
import type { TokenScope } from '@marketplace/shared/tokens/constants';
import type { AppContext } from '../app-context.ts';
import { assertNotSuspended, type Context, type Session, sessionOfToken } from '../context.ts';
import { badField } from '../errors.ts';
import { withKnownParameters } from '../platform/http.ts';
import { apiContextOf } from '../request-context.ts';
import { appRouter, createCaller } from '../router.ts';

/**
 * The callers of a route. `user`: a session or a token; `session`: only a session; `admin`: only an
 * admin's session; `everyone`: a user or visitor; `nobody`: a secret in the call decides.
 */
type Access = 'everyone' | 'user' | 'session' | 'admin' | 'nobody';

type Market = 'Listings' | 'Favorites' | 'Pictures' | 'Messages' | 'Reviews' | 'Payments';
type Tag = Market | 'Webhooks' | 'Sign-in' | 'Users' | 'Admin';

interface Described<Body extends z.ZodType = z.ZodType, Query extends z.ZodObject = z.ZodObject> {
  tag: Tag;
  summary: string;
  access: Access;
  query?: Query;
  body?: Body;
  headers?: z.ZodType;
  /** The content type of the body, if it is not JSON. */
  consumes?: string;
  /** The most bytes of the body, if not the usual number. */
  bodyLimit?: number;
  /** The successful response; null for none. A `paged` list has the next page in its headers. */
  answer: z.ZodType | null;
  status?: number;
  /** The content type of the response, if it is not JSON. */
  produces?: string;
  paged?: boolean;
  /** Replaces `JSON.stringify` for the response. */
  toJson?: (answer: never) => string;
  /** True if visitors can revalidate with the ETag of an earlier response and get a 304. */
  etag?: boolean;
  /** The error statuses besides those that every call of its kind may return. */
  refusals?: readonly (404 | 409 | 413 | 415)[];
}

const issue = z.object({
  path: z.string(),
  message: z.string(),
  suggestions: z.array(z.string()).optional().describe('Values that would be accepted.'),
});

/** The documented body of every error. For a 5xx, the message has only the request id. */
export const errorAnswer = z.object({
  message: z.string(),
  issues: z.array(issue).optional(),
  listing: z
    .object({ id: z.uuid(), title: z.string() })
    .optional()
    .describe('The caller’s listing that conflicts.'),
});

const refusalTexts: Record<number, string> = {
  400: 'Invalid input; `issues` lists the fields.',
  401: 'Not signed in, or admin access is required.',
  403: 'The caller or token isn’t allowed to do this, or the request came from another site.',
  404: 'Not found, or not visible to the caller.',
  409: 'The request conflicts with the current state.',
  413: 'The body is too large.',
  415: 'This content type isn’t supported.',
  429: 'Too many requests; `Retry-After` gives the seconds to wait.',
  500: 'Server error; the message includes the request id.',
  503: 'Part of the server is not configured, down, or overloaded.',
};

const securityOf: Record<Access, readonly Record<string, string[]>[]> = {
  everyone: [{}, { session: [] }, { token: [] }],
  user: [{ session: [] }, { token: [] }],
  session: [{ session: [] }],
  admin: [{ session: [] }],
  nobody: [],
};

/**
 * Returns the documentation of a route. Its schemas check and remove nothing: procedures check the
 * input, and tests compare every response with the document.
 */
export function describeRoute(operationId: string, route: Described): RouteShorthandOptions {
  const { tag, summary, access, query, body, headers, consumes, paged, bodyLimit } = route;
  const { toJson = JSON.stringify } = route;
  return {
    ...(bodyLimit && { bodyLimit }),
    validatorCompiler: () => () => true,
    serializerCompiler: ({ httpStatus }) => (httpStatus?.startsWith('2') ? toJson : JSON.stringify),
    schema: {
      operationId,
      tags: [tag],
      summary,
      security: securityOf[access],
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      ...(headers ? { headers } : {}),
      ...(consumes ? { consumes: [consumes] } : {}),
      ...(body?.safeParse(undefined).success ? { 'x-optional-body': true } : {}),
      ...(paged ? { 'x-paged': true } : {}),
      response: answersOf(route),
    },
  };
}

function answersOf({ answer, status = 200, produces, etag, refusals = [] }: Described) {
  return {
    [status]: answer ? contentOf('Done.', answer, produces) : z.undefined(),
    ...(etag ? { 304: z.undefined().describe('Not modified.') } : {}),
    ...refusalsOf([400, 401, 403, 429, 500, 503, ...refusals]),
  };
}

/** A call as it arrived. Its types are the documented ones; the procedures check what was sent. */
interface Exchange<Body extends z.ZodType, Query extends z.ZodObject> {
  context: Context;
  /** The procedures, called for the sender of the request. */
  caller: ReturnType<typeof createCaller>;
  request: FastifyRequest;
  /** The parameters in the path. Only those that the path names are set. */
  params: Record<'id' | 'conversationId' | 'sellerId' | 'orderId', string>;
  query: z.input<Query>;
  body: z.input<Body>;
}

interface Called<Body extends z.ZodType, Query extends z.ZodObject> extends Described<Body, Query> {
  /** Returns the response, or the page for a `paged` list. */
  call(exchange: Exchange<Body, Query>): Promise<unknown>;
}

export type ApiRoutes = (app: fastify.FastifyInstance, ctx: AppContext) => void;

type RouteName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** Returns a documented route with its name, such as 'GET /api/listings', and its operation id. */
export function apiRoute<Body extends z.ZodType, Query extends z.ZodObject>(
  name: RouteName,
  operationId: string,
  { call, ...described }: Called<Body, Query>,
): ApiRoutes {
  const [method, url = ''] = name.split(' ');
  return (app, ctx) =>
    void app.route({
      ...describeRoute(operationId, described),
      method: method as fastify.HTTPMethods,
      url,
      async handler(request, reply) {
        const context = await apiContextOf(ctx, request, reply);
        const answer = await call({
          context,
          caller: createCaller(context),
          request,
          params: request.params as Exchange<Body, Query>['params'],
          query: request.query as z.input<Query>,
          body: request.body as z.input<Body>,
        });
        reply.code(described.status ?? 200);
        if (!described.paged) return reply.send(answer);
        const address = withKnownParameters(request.url, Object.keys(described.query?.shape ?? {}));
        return reply.send(itemsOf(answer as Page<unknown>, reply, address));
      },
    });
}

type Routers = typeof appRouter._def.record;
type ProcedureName = {
  [Feature in keyof Routers]: `${Feature}.${keyof Routers[Feature] & string}`;
}[keyof Routers];

const idempotencyKey = z.object({
  'Idempotency-Key': creationId.describe(
    'A UUID that you make: another call of yours with it creates nothing and returns the first answer.',
  ),
});

/** Returns the `clientId` of the Idempotency-Key header. Throws BAD_REQUEST unless it is a UUID. */
function clientIdOf({ headers }: FastifyRequest): { clientId?: unknown } {
  const clientId = headers['idempotency-key'];
  if (clientId === undefined) return {};
  if (typeof clientId === 'string' && isId(clientId)) return { clientId };
  throw badField('Idempotency-Key', 'The Idempotency-Key header must be a UUID.');
}

/**
 * Returns a documented route that calls a procedure, whose schemas document the input and output.
 * One with a `clientId` also gets it from the `Idempotency-Key` header.
 */
export function procedureRoute(
  [name, operationId, procedure]: [RouteName, operationId: string, ProcedureName],
  described: Omit<Described, 'answer' | 'body' | 'paged'>,
): ApiRoutes {
  // tRPC does not include the schemas in the types of its procedures.
  const { inputs, output } = appRouter._def.procedures[procedure as never]['_def'] as {
    inputs: z.ZodType[];
    output: z.ZodType;
  };
  const inPath = Array.from(name.matchAll(/:(\w+)/g), ([, param]) => [param, true] as const);
  const sent = inputs.map((input) =>
    inPath.length > 0 ? (input as z.ZodObject).omit(Object.fromEntries(inPath)) : input,
  );
  const isEmpty = (schema: z.ZodType) =>
    schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0;
  const hasClientId = inputs.some(
    (input) => input instanceof z.ZodObject && 'clientId' in input.shape,
  );
  const isPage = output instanceof z.ZodObject && 'nextCursor' in output.shape;
  const source = name.startsWith('GET') ? 'query' : 'body';
  return apiRoute(name, operationId, {
    [source]: sent.find((schema) => !isEmpty(schema)),
    answer: isPage ? (output.shape.items as z.ZodType) : output,
    paged: isPage,
    ...(hasClientId && { headers: idempotencyKey }),
    ...described,
    call({ caller, params, request, [source]: given }) {
      const more = { ...params, ...(hasClientId && clientIdOf(request)) };
      const calls = caller as unknown as Record<ProcedureName, (sent: unknown) => Promise<unknown>>;
      const isMore = Object.keys(more).length > 0;
      return calls[procedure](isMore ? { ...(given as object), ...more } : given);
    },
  });
}

/** Returns a list's items, and sets `X-Next-Cursor` and `Link` to the next page of `address`. */
function itemsOf(page: Page<unknown>, reply: fastify.FastifyReply, address: string): unknown[] {
  const { items, nextCursor } = page;
  if (nextCursor === null) return items;
  const next = new URL(address, 'http://host');
  next.searchParams.set('cursor', nextCursor);
  reply.header('x-next-cursor', nextCursor);
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
  return items;
}

/** Returns the caller. Throws UNAUTHORIZED for a visitor, FORBIDDEN if a token lacks the scope. */
export function userOf({ session, token }: Context, scope: TokenScope): Session['user'] {
  const user = token ? sessionOfToken(token, scope).user : session?.user;
  if (!user) throw new TRPCError({ code: 'UNAUTHORIZED', message: unauthorized });
  if (scope === 'write') assertNotSuspended(user.suspension);
  return user;
}

/**
 * Returns the absolute URL of a path as the caller reaches this server. Leaves absolute URLs
 * unchanged.
 */
export function absoluteUrl({ config }: AppContext, request: FastifyRequest, url: string): string {
  const own = config.publicUrlGiven ? config.publicUrl : `${request.protocol}://${request.host}`;
  return new URL(url, own).href;
}

export function refusalsOf(statuses: number[]): Record<string, unknown> {
  return Object.fromEntries(
    statuses.map((status) => [status, contentOf(refusalTexts[status] ?? '', errorAnswer)]),
  );
}

function contentOf(description: string, schema: z.ZodType, type = 'application/json') {
  return { description, content: { [type]: { schema } } };
}
