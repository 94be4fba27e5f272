import type { OpenAPIV3_1 } from 'openapi-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newApiToken } from '../features/tokens/tokens.fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
import {
  type ApiParameter,
  type ApiSchemaObject,
  fetchDocument,
  operationsOf,
} from './openapi.fixtures.ts';

let database: TestDatabase;
let server: TestServer;
let document: OpenAPIV3_1.Document;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
  document = await fetchDocument(server);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

describe('the OpenAPI document', () => {
  it('has version 3.1 and describes every route of the API', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const operations = operationsOf(document);
    // Every route needs a schema by describeRoute.
    const bare = operations.filter(({ operationId, summary }) => !operationId || !summary);
    expect(bare.map(({ route }) => route)).toEqual([]);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('documents the errors of every call', () => {
    const silent = operationsOf(document).filter(
      ({ responses }) => !responses?.['400'] || !responses['429'] || !responses['500'],
    );
    expect(silent.map(({ route }) => route)).toEqual([]);
    expect(document.components?.schemas?.Error).toMatchObject({ required: ['message'] });
  });

  it('describes every call, every parameter and every field with fixed values', () => {
    const bare: string[] = [];
    for (const { route, description, parameters = [], requestBody, responses } of operationsOf(
      document,
    )) {
      if (!description?.includes('```sh')) bare.push(route);
      for (const parameter of parameters as ApiParameter[]) {
        if (!parameter.description) bare.push(`${route} ?${parameter.name}`);
      }
      bare.push(...undescribedChoices(`${route} body`, requestBody));
      bare.push(...undescribedChoices(`${route} answer`, responses));
    }
    bare.push(...undescribedChoices('schemas', document.components?.schemas));
    expect(bare).toEqual([]);
  });

  it('lists the values of categories, conditions, orders and states in every place', () => {
    const open: string[] = [];
    const look = (node: unknown, path: string) => {
      if (typeof node !== 'object' || node === null) return;
      const { name, schema, properties } = node as Partial<ApiParameter & ApiSchemaObject>;
      const named = Object.entries(properties ?? {}).concat(schema && name ? [[name, schema]] : []);
      for (const [key, field] of named) {
        const isChoice = /^(category|condition|sort|featured|delivery|state|membershipTier)$/;
        if (isChoice.test(key) && !/"(enum|\$ref)":|"boolean"/.test(JSON.stringify(field))) {
          open.push(`${path}.${key}`);
        }
      }
      for (const [key, child] of Object.entries(node)) look(child, `${path}/${key}`);
    };
    look(document, '');
    expect(open).toEqual([]);
  });

  it('documents which calls accept a token, and no other call does', async () => {
    const { id } = await server.signedIn({ isAdmin: true });
    const token = await newApiToken(server.ctx, id, 'write');
    const refused: string[] = [];
    const documented: string[] = [];
    for (const { route, security = [] } of operationsOf(document)) {
      const [method = '', path = ''] = route.split(' ');
      // For these calls a signature decides, not the sender.
      if (/^\/s3\/objects|\/webhook$|\/login$/.test(path)) continue;
      if (!security.some((way) => 'token' in way)) documented.push(route);
      const answer = await fetch(server.url + path.replaceAll(/\{\w+\}/g, 'none'), {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: method === 'GET' ? null : '{"email":"a@example.com","token":"1","code":"123456"}',
      });
      if (answer.status === 403) refused.push(route);
    }
    expect(refused).toEqual(documented);
  });
});

/** Returns the paths of fields with fixed values under a node that have no description. */
function undescribedChoices(path: string, node: unknown, described = false): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const schema = node as { description?: string; enum?: unknown; const?: unknown };
  const isDescribed = described || Boolean(schema.description);
  const bare = 'enum' in schema || 'const' in schema ? !isDescribed : false;
  const found = bare ? [path] : [];
  for (const [key, child] of Object.entries(node)) {
    // A description also covers alternatives and items, but not the fields of an object.
    const inherits = isDescribed && /^(anyOf|oneOf|allOf|items|\d+)$/.test(key);
    found.push(...undescribedChoices(`${path}/${key}`, child, inherits));
  }
  return found;
}

describe('the page of the document', () => {
  it('shows the name of the product', async () => {
    const html = await (await fetch(`${server.url}/api/docs`)).text();
    const { productName } = server.ctx.config.brand;
    expect(html).toContain(`<title>${productName} API</title>`);
    expect(document.info.title).toBe(productName);
    expect(document.info.description).toContain('personal token in Settings');
    expect(document.info.description).toContain('### Limits');
  });

  it('has its files and no inline scripts, under the policy of all pages', async () => {
    const page = await fetch(`${server.url}/api/docs`);
    expect(page.status).toBe(200);
    const html = await page.text();
    const sources = [...html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)];
    expect(sources.length).toBeGreaterThan(0);
    for (const [, attributes = '', body = ''] of sources) {
      expect(body.trim()).toBe('');
      const [, source = ''] = /src="([^"]+)"/.exec(attributes) ?? [];
      const script = await fetch(new URL(source, server.url));
      expect(script.status).toBe(200);
      // An unread body would prevent the server from closing.
      expect(await script.text()).not.toBe('');
    }
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(/script-src ([^;]+)/.exec(policy)?.[1]).not.toContain('unsafe');
  });
});
