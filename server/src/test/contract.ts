import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';

/** Compares the responses of a server with its OpenAPI document. */
export interface Contract {
  watch(app: FastifyInstance): void;
  /** Throws if a response was not as documented. Names each such call once. */
  assertKept(): void;
}

/**
 * The paths that the document describes, and the paths of its pages, which it does not describe.
 */
const documented = /^\/(api|paypal|s3)\//;
const ownPages = /^\/api\/(openapi\.json|docs)(\/|$)/;

export function isDocumented(path: string): boolean {
  return documented.test(path) && !ownPages.test(path);
}

export function createContract(): Contract {
  const breaches = new Set<string>();
  let check: ((answer: Answer) => string | null) | null = null;
  return {
    watch(app) {
      // This hook is the last one, so it gets the document of the scope that has one.
      app.addHook('onSend', async (request, reply, payload: unknown) => {
        const [path = ''] = request.url.split('?', 1);
        const { url: route } = request.routeOptions;
        if (!isDocumented(path) || request.method === 'HEAD') return;
        check ??= createCheck(await fetchDocument(app));
        const breach = check({ route, ...describe(request, reply, payload) });
        if (breach)
          breaches.add(`${request.method} ${route ?? path} ${reply.statusCode}: ${breach}`);
      });
    },
    assertKept() {
      if (breaches.size === 0) return;
      throw new Error(`Answers other than documented:\n${[...breaches].join('\n')}`);
    },
  };
}

interface Answer {
  /** The route; undefined if there is none for the request. */
  route: string | undefined;
  method: string;
  status: number;
  type: string;
  payload: unknown;
}

function describe(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const type = String(reply.getHeader('content-type') ?? '').split(';', 1)[0] ?? '';
  return { method: request.method.toLowerCase(), status: reply.statusCode, type, payload };
}

async function fetchDocument(app: FastifyInstance): Promise<OpenAPIV3_1.Document> {
  return (await app.inject('/api/openapi.json')).json();
}

/** Returns a function that returns what is wrong with a response, or null. */
function createCheck(document: OpenAPIV3_1.Document): (answer: Answer) => string | null {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(document, 'document');
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (pointer: string) => {
    const known = validators.get(pointer);
    if (known) return known;
    const made = ajv.compile({ $ref: `document#${pointer}` });
    validators.set(pointer, made);
    return made;
  };
  return ({ route, method, status, type, payload }) => {
    const path = route?.replaceAll(/:(\w+)/g, '{$1}');
    // Requests without a route get the same error body.
    if (path === undefined) return held(validatorOf('/components/schemas/Error'), payload);
    const operation = document.paths?.[path]?.[method as 'get'];
    if (!operation) return 'this route is not documented';
    const answer = operation.responses?.[status];
    if (!answer || '$ref' in answer) return 'this status is not documented';
    const isEmpty = payload === undefined || payload === null || payload === '';
    if (!answer.content) return isEmpty ? null : 'it has a body';
    if (!answer.content[type]) return `it is ${type || 'without a type'}`;
    if (type !== 'application/json') return null;
    const steps = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'];
    return held(validatorOf(`/${steps.map(escapeStep).join('/')}`), payload);
  };
}

function held(validate: ValidateFunction, payload: unknown): string | null {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return 'it is no text';
  if (validate(JSON.parse(payload.toString()))) return null;
  const errors = validate.errors ?? [];
  return errors
    .map(({ instancePath, message, params }) => {
      return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
    })
    .join('; ');
}

/** Returns a name as a step of a JSON pointer within an address. */
export function escapeStep(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
