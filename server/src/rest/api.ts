import { TRPCError } from '@trpc/server';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteShorthandOptions,
} from 'fastify';
import * as z from 'zod';
import { creationId, isId } from '@marketplace/shared/ids';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { Page } from '@marketplace/shared/pagination';
import type { AppContext } from '../app-context.ts';
import { type Context, notForTokens, type Session, sessionOfToken } from '../context.ts';
import { badField } from '../errors.ts';
import { bearerOf, knownAddress } from '../platform/http.ts';
import { apiContextOf } from '../request-context.ts';
import { appRouter, createCaller } from '../router.ts';

/**
 * Who may call. `everyone`: signed out too, or with a token; `user`: a session or a token; `session`
 * and `admin`: a session alone; `nobody`: what comes with the call decides, not who sends it.
 */
type Access = 'everyone' | 'user' | 'session' | 'admin' | 'nobody';

interface Described<Body extends z.ZodType = z.ZodType, Query extends z.ZodObject = z.ZodObject> {
  /** Where the call is found in the document. */
  tag:
    | 'Sign-in'
    | 'Listings'
    | 'Favorites'
    | 'Pictures'
    | 'Messages'
    | 'Reviews'
    | 'Users'
    | 'Payments'
    | 'Admin';
  summary: string;
  access: Access;
  query?: Query;
  body?: Body;
  headers?: z.ZodType;
  /** The type of the body, where it is not JSON. */
  consumes?: string;
  /** The successful answer; null has no body. A `paged` list has the next page in its headers. */
  answer: z.ZodType | null;
  status?: number;
  /** The type of the answer, where it is not JSON. */
  produces?: string;
  paged?: boolean;
  /** What makes the JSON of an answer, in place of `JSON.stringify`. */
  toJson?: (answer: never) => string;
  /** Visitors may ask again with the ETag of what they have: a 304 without a body. */
  etag?: boolean;
  /** Refusals besides those that any call of its kind may get. */
  refusals?: readonly (404 | 409 | 413 | 415)[];
}

const issue = z.object({
  path: z.string(),
  message: z.string(),
  suggestions: z.array(z.string()).optional().describe('Values that would be accepted.'),
});

/** The documented form of every refusal; a 5xx names the request alone. */
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
 * The documentation of a route, from the schemas of its procedure. Nothing is checked or left out by
 * it: the procedures check what comes in, and tests hold every answer against the document.
 */
export function describeRoute(operationId: string, route: Described): RouteShorthandOptions {
  const { tag, summary, access, query, body, headers, consumes, paged } = route;
  const { toJson = JSON.stringify } = route;
  return {
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

/** A call as it arrived. Its types are what is documented; the procedures check what was sent. */
interface Exchange<Body extends z.ZodType, Query extends z.ZodObject> {
  context: Context;
  /** The procedures, called as the sender of the request. */
  caller: ReturnType<typeof createCaller>;
  request: FastifyRequest;
  /** Of the path: only those that it names are there. */
  params: Record<'id' | 'conversationId' | 'sellerId' | 'orderId', string>;
  query: z.input<Query>;
  body: z.input<Body>;
}

interface Called<Body extends z.ZodType, Query extends z.ZodObject> extends Described<Body, Query> {
  /** Gives the answer; of a `paged` list the page. */
  call(exchange: Exchange<Body, Query>): Promise<unknown>;
}

/** Adds routes of the API to the server. */
export type ApiRoutes = (app: FastifyInstance, ctx: AppContext) => void;

type RouteName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** A documented call: 'GET /api/listings', the id of its operation, and what it does. */
export function apiRoute<Body extends z.ZodType, Query extends z.ZodObject>(
  name: RouteName,
  operationId: string,
  { call, ...described }: Called<Body, Query>,
): ApiRoutes {
  const [method, url = ''] = name.split(' ');
  return (app, ctx) =>
    void app.route({
      ...describeRoute(operationId, described),
      method: method as HTTPMethods,
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
        const address = knownAddress(request.url, Object.keys(described.query?.shape ?? {}));
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

/** Returns the `clientId` of a creation from the header. Throws BAD_REQUEST for anything but a UUID. */
function clientIdOf({ headers }: FastifyRequest): { clientId?: unknown } {
  const clientId = headers['idempotency-key'];
  if (clientId === undefined) return {};
  if (typeof clientId === 'string' && isId(clientId)) return { clientId };
  throw badField('Idempotency-Key', 'The Idempotency-Key header must be a UUID.');
}

/**
 * A documented call of a procedure as it is. Its schemas describe what goes in and out. A procedure that
 * takes a `clientId` gets it from the `Idempotency-Key` header, too.
 */
export function procedureRoute(
  [name, operationId, procedure]: [RouteName, operationId: string, ProcedureName],
  described: Omit<Described, 'answer' | 'body' | 'paged'>,
): ApiRoutes {
  // tRPC leaves the schemas out of the types of its procedures.
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

/** A list's items as the documented array; where to go on from `address` is in `X-Next-Cursor` and `Link`. */
function itemsOf<Item>(
  { items, nextCursor }: Page<Item>,
  reply: FastifyReply,
  address: string,
): Item[] {
  if (nextCursor === null) return items;
  const next = new URL(address, 'http://host');
  next.searchParams.set('cursor', nextCursor);
  reply.header('x-next-cursor', nextCursor);
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
  return items;
}

/** Who sends a file. Throws UNAUTHORIZED for a visitor, FORBIDDEN for a token that may only read. */
export function uploaderOf({ session, token }: Context): Session['user'] {
  if (token) return sessionOfToken(token, 'write').user;
  if (!session) throw new TRPCError({ code: 'UNAUTHORIZED', message: unauthorized });
  return session.user;
}

/** Refuses tokens at routes that are documented for sessions alone, whatever they call. */
export function keepTokensOut(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const security = request.routeOptions.schema?.security ?? [];
    if (security.length === 0 || security.some((way) => 'token' in way)) return;
    if (bearerOf(request.headers) !== null) throw notForTokens();
  });
}

/** An address of this server as the caller reaches it, from a path; another address stays as it is. */
export function absoluteUrl({ config }: AppContext, request: FastifyRequest, url: string): string {
  const own = config.publicUrlGiven ? config.publicUrl : `${request.protocol}://${request.host}`;
  return new URL(url, own).href;
}

/** Some documented calls announce JSON and send nothing: an empty body counts as none. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, String(body), done);
  });
}

/** The form of each refusal, by its status. */
export function refusalsOf(statuses: number[]): Record<string, unknown> {
  return Object.fromEntries(
    statuses.map((status) => [status, contentOf(refusalTexts[status] ?? '', errorAnswer)]),
  );
}

function contentOf(description: string, schema: z.ZodType, type = 'application/json') {
  return { description, content: { [type]: { schema } } };
}
