import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import * as provider from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import * as z from 'zod';
import * as admin from '@marketplace/shared/admin/schemas';
import { currentUserView, signedInView } from '@marketplace/shared/auth/schemas';
import { createListingInput } from '@marketplace/shared/listings/inputs';
import { listingView } from '@marketplace/shared/listings/views';
import { conversationView, messageView } from '@marketplace/shared/messaging/views';
import { reviewView } from '@marketplace/shared/reviews/schemas';
import { profileView } from '@marketplace/shared/users/views';
import type { AppContext } from '../app-context.ts';
import { cookieName } from '../platform/http.ts';
import { errorAnswer, refusalsOf } from './api.ts';
import { describeFields } from './field-texts.ts';

/** The schemas that the document describes once, by name. */
const names = {
  AdminConversation: admin.adminConversationView,
  AdminGrant: admin.adminGrantView,
  AdminListing: admin.adminListingView,
  AdminMessage: admin.adminMessageView,
  AdminUser: admin.adminUserView,
  Conversation: conversationView,
  CurrentUser: currentUserView,
  Error: errorAnswer,
  Listing: listingView,
  Message: messageView,
  NewListing: createListingInput,
  Profile: profileView,
  Review: reviewView,
  SignedInUser: signedInView,
};

const namedSchemas = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(names)) namedSchemas.add(schema, { id });

const schemas = { schemaRegistry: namedSchemas, zodToJsonConfig: { override: simplify } };
const toJsonSchema = provider.createJsonSchemaTransform(schemas);
const nameSchemas = provider.createJsonSchemaTransformObject(schemas);

type Override = NonNullable<z.core.JSONSchemaGeneratorParams['override']>;

/** Removes patterns that repeat a format, marks empty responses, and adds descriptions. */
function simplify({ zodSchema, jsonSchema }: Parameters<Override>[0]): void {
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (zodSchema instanceof z.core.$ZodUndefined) jsonSchema.type = 'null';
  const { description } = z.globalRegistry.get(zodSchema) ?? {};
  if (description) jsonSchema.description = description;
}

/**
 * Serves the OpenAPI document of the routes registered after it at `/api/openapi.json`, and
 * `/api/docs` to try it.
 */
export async function registerOpenApi(rest: FastifyInstance, { config }: AppContext) {
  const guide = readApiGuide();
  await rest.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: config.brand.productName, description: guide.introduction, version: '1' },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: cookieName('session', config.secureCookies),
            description: 'Set by signing in.',
          },
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'A personal API token from Settings, read-only or read and write.',
          },
        },
      },
    },
    transform: (input) => {
      const method = [input.route.method].flat()[0];
      const schema = input.schema as FastifySchema | undefined;
      if (!schema?.response || method === 'GET') return toJsonSchema(input);
      const response = { ...schema.response, ...refusalsOf([413, 415]) };
      return toJsonSchema({ ...input, schema: { ...schema, response } });
    },
    transformObject: (input) => complete(nameSchemas(input) as OpenAPIV3_1.Document, guide),
  });
  await rest.register(swaggerUi, {
    routePrefix: '/api/docs',
    // This layout has no top bar, which would load other documents.
    uiConfig: { layout: 'BaseLayout', validatorUrl: null },
    theme: { title: `${config.brand.productName} API` },
  });
  rest.get('/api/openapi.json', { schema: { hide: true } }, () => rest.swagger());
}

type Operation = OpenAPIV3_1.OperationObject & { 'x-paged'?: true; 'x-optional-body'?: true };

/** Adds what route schemas cannot express, and removes named schemas that nothing uses. */
function complete(document: OpenAPIV3_1.Document, guide: ApiGuide): OpenAPIV3_1.Document {
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods ?? {}) as [string, Operation][]) {
      completeOperation(operation);
      operation.description = guide.calls.get(`${method.toUpperCase()} ${path}`);
    }
  }
  describeFields(document);
  const schemas = document.components?.schemas ?? {};
  const text = JSON.stringify(document);
  for (const name of Object.keys(schemas)) {
    if (!text.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
  }
  return document;
}

function completeOperation(operation: Operation): void {
  const wait = { 'Retry-After': header('integer', 'Seconds to wait before trying again.') };
  const next = {
    'X-Next-Cursor': header('string', 'The cursor of the next page; absent on the last.'),
    Link: header('string', 'The URL of the next page, as `rel="next"`.'),
  };
  const isPaged = operation['x-paged'] === true;
  delete operation['x-paged'];
  const { requestBody } = operation;
  if (requestBody && !('$ref' in requestBody) && operation['x-optional-body']) {
    requestBody.required = false;
  }
  delete operation['x-optional-body'];
  for (const [status, answer] of Object.entries(operation.responses ?? {})) {
    if ('$ref' in answer) continue;
    if (!answer.content) answer.description = 'Done; no body.';
    if (status === '429') answer.headers = wait;
    if (status === '200' && isPaged) answer.headers = next;
  }
}

function header(type: 'string' | 'integer', text: string) {
  return { description: text, schema: { type } };
}

type ApiGuide = ReturnType<typeof readApiGuide>;

/** Reads `docs/api.md`: the introduction, and the section of each call by its route. */
function readApiGuide() {
  const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
  // Links between files of the repository do not work on the server.
  const text = page.replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1');
  const [introduction = '', ...sections] = text.split(/^(?=### [A-Z]+ \/)/m);
  const calls = sections.map((section) => {
    const [name = '', ...lines] = section.slice('### '.length).split('\n');
    return [name, withoutNextHeading(lines.join('\n'))] as const;
  });
  return {
    introduction: withoutNextHeading(introduction.replace(/^# .*\n/, '')),
    calls: new Map(calls),
  };
}

/** Removes the heading of the next group of calls from the end of a section. */
function withoutNextHeading(section: string): string {
  return section.replace(/^## (?!Before)[^]*$/m, '').trim();
}
