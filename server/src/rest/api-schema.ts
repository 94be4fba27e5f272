import type { RouteShorthandOptions } from 'fastify';
import * as z from 'zod';

/** Where a call is found in the document. */
export type ApiTag =
  | 'Sign-in'
  | 'Listings'
  | 'Pictures'
  | 'Messages'
  | 'Reviews'
  | 'Users'
  | 'Payments'
  | 'Admin';

/**
 * Who may call. `everyone`: signed out too, or with a token; `user`: a session or a token; `session`
 * and `admin`: a session alone; `nobody`: what comes with the call decides, not who sends it.
 */
type Access = 'everyone' | 'user' | 'session' | 'admin' | 'nobody';

interface Described {
  tag: ApiTag;
  summary: string;
  access: Access;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The type of the body, where it is not JSON. */
  consumes?: string;
  /** The successful answer; null has no body. A list of `paged` says where it goes on in headers. */
  answer: z.ZodType | null;
  status?: number;
  /** The type of the answer, where it is not JSON. */
  produces?: string;
  paged?: boolean;
  /** Visitors may ask again with the ETag of what they have: a 304 without a body. */
  etag?: boolean;
  /** Refusals besides those that any call of its kind may get. */
  refusals?: (404 | 409 | 413 | 415)[];
}

/** The documented form of every refusal; a 5xx names the request alone. */
export const errorAnswer = z.object({
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  listing: z
    .object({ id: z.uuid(), title: z.string() })
    .optional()
    .describe('A listing of the caller’s that stands in the way.'),
});

const refusalTexts: Record<number, string> = {
  400: 'The input is wrong; `issues` names the fields.',
  401: 'Nobody is signed in, or not as who it takes.',
  403: 'This is not the caller’s to do, the call came from another site, or the token may not do it.',
  404: 'There is no such thing, or not for the caller.',
  409: 'What is there already stands against it.',
  413: 'The body is too large.',
  415: 'This content type is not taken here.',
  429: 'Too many calls; `Retry-After` says in how many seconds to try again.',
  500: 'The server failed; the message has the id of the request.',
  503: 'A part of the server is not configured, down or overloaded.',
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
  const { tag, summary, access, query, body, consumes, paged } = route;
  return {
    validatorCompiler: () => () => true,
    serializerCompiler: () => (answer) => JSON.stringify(answer),
    schema: {
      operationId,
      tags: [tag],
      summary,
      security: securityOf[access],
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
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
    ...(etag ? { 304: z.undefined().describe('What the caller has is still right.') } : {}),
    ...refusalsOf([400, 401, 403, 429, 500, 503, ...refusals]),
  };
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
