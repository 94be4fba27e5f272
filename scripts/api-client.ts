import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import {
  type ApiDocument,
  type ApiParameter,
  type ApiSchema,
  type ApiSchemaObject,
  type Operation,
  operationsOf,
} from '../server/src/rest/openapi.fixtures.ts';

const head = `// Made from /api/openapi.json by scripts/api-client.ts. Copy it; it needs nothing but fetch.

/** A refusal: its status, what it says, and the fields that it is about. */
export class ApiError extends Error {
  readonly status: number;
  readonly issues: { path: string; message: string }[];

  constructor(status: number, body: Partial<Refusal>) {
    super(body.message ?? \`The server answered \${status}.\`);
    this.name = 'ApiError';
    this.status = status;
    this.issues = body.issues ?? [];
  }
}

/** One page of a list, and the cursor of the next; null on the last. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}
`;

const sending = `
interface Sent {
  query?: Record<string, string | number | undefined>;
  json?: unknown;
  form?: Record<string, Blob | string | undefined>;
}

/** Calls of the marketplace at \`address\`, such as 'http://localhost:3000', with a personal token. */
export function createClient({ address, token }: { address: string; token?: string }) {
  async function send(method: string, path: string, { query, json, form }: Sent = {}) {
    const url = new URL(path, address);
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers = new Headers();
    if (token) headers.set('authorization', \`Bearer \${token}\`);
    if (json !== undefined) headers.set('content-type', 'application/json');
    const answer = await fetch(url, { method, headers, body: form ? formOf(form) : JSON.stringify(json) });
    const text = await answer.text();
    const body: unknown = text ? JSON.parse(text) : undefined;
    if (!answer.ok) throw new ApiError(answer.status, body as Partial<Refusal>);
    return { body, nextCursor: answer.headers.get('x-next-cursor') };
  }

  async function call<Answer>(method: string, path: string, sent?: Sent): Promise<Answer> {
    return (await send(method, path, sent)).body as Answer;
  }

  async function page<Item>(method: string, path: string, sent?: Sent): Promise<Page<Item>> {
    const { body, nextCursor } = await send(method, path, sent);
    return { items: body as Item[], nextCursor };
  }
`;

const tail = `
function formOf(fields: Record<string, Blob | string | undefined>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, value);
  }
  return form;
}
`;

/** The TypeScript client of the calls that take a token, as source text. */
export async function clientSource(document: ApiDocument): Promise<string> {
  const methods = operationsOf(document).filter(takesToken).map(methodOf).join('\n');
  const types = typesUsedIn(`${methods} Refusal`, document.components?.schemas ?? {});
  const source = `${head}\n${types}\n${sending}\n  return {\n${methods}\n  };\n}\n${tail}`;
  const { code, errors } = await format('api-client.ts', source, {
    printWidth: 100,
    singleQuote: true,
  });
  if (errors.length > 0) throw new Error(errors[0]?.message);
  return code;
}

function takesToken({ security }: Operation): boolean {
  return security?.some((way) => 'token' in way) ?? false;
}

/** The named types that a text uses, and those that these use. */
function typesUsedIn(text: string, schemas: Record<string, ApiSchema>): string {
  const written = new Map<string, string>();
  const visit = (used: string) => {
    for (const [name, schema] of Object.entries(schemas)) {
      if (written.has(name) || !new RegExp(String.raw`\b${nameOf(name)}\b`).test(used)) continue;
      written.set(name, typeOf(schema));
      visit(typeOf(schema));
    }
  };
  visit(text);
  return [...written]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, type]) => `export interface ${nameOf(name)} ${type}\n`)
    .join('\n');
}

/** `Error` is JavaScript's own. */
function nameOf(name: string): string {
  return name === 'Error' ? 'Refusal' : name;
}

function methodOf(operation: Operation): string {
  const { operationId, summary, route } = operation;
  const [method = '', path = ''] = route.split(' ');
  const parameters = (operation.parameters ?? []) as ApiParameter[];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const isOptional = inPath.length === 0 && !inQuery.some(({ required }) => required);
  const given = [...inPath, ...inQuery].map(
    ({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema as ApiSchema)}`,
  );
  const body = bodyOf(operation);
  const input =
    given.length > 0 ? [`given: { ${given.join('; ')} }${isOptional ? ' = {}' : ''}`] : [];
  const sent = [
    ...(inQuery.length > 0
      ? [`query: { ${inQuery.map(({ name }) => `${name}: given.${name}`).join(', ')} }`]
      : []),
    ...(body ? [`${body.kind}: body`] : []),
  ];
  const address = path.replaceAll(/\{(\w+)\}/g, '${encodeURIComponent(given.$1)}');
  const [way, answer] = answerOf(operation);
  const all = [...input, ...(body ? [`body${body.optional ? '?' : ''}: ${body.type}`] : [])];
  const values = sent.length > 0 ? `, { ${sent.join(', ')} }` : '';
  return `    /** ${summary}. */
    ${operationId}: (${all.join(', ')}) => ${way}<${answer}>('${method}', \`${address}\`${values}),`;
}

function bodyOf({ requestBody }: Operation) {
  if (!requestBody || '$ref' in requestBody) return null;
  const [[type, media] = []] = Object.entries(requestBody.content);
  if (!media?.schema) return null;
  const kind = type === 'multipart/form-data' ? 'form' : 'json';
  return { kind, type: typeOf(media.schema), optional: requestBody.required === false };
}

/** How it is called, and what it gives. */
function answerOf({ responses }: Operation): ['call' | 'page', string] {
  const [, answer] =
    Object.entries(responses ?? {}).find(([status]) => status.startsWith('2')) ?? [];
  const schema =
    answer && 'content' in answer ? answer.content?.['application/json']?.schema : null;
  if (!answer || '$ref' in answer || !schema) return ['call', 'void'];
  const isPaged = answer.headers !== undefined && 'X-Next-Cursor' in answer.headers;
  if (isPaged && 'items' in schema) return ['page', typeOf(schema.items as ApiSchema)];
  return ['call', typeOf(schema)];
}

/** A schema as a TypeScript type. */
function typeOf(schema: ApiSchema): string {
  if ('$ref' in schema) return nameOf(schema.$ref.split('/').at(-1) ?? '');
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return several.map((one) => typeOf(one)).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema && schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? []].flat();
  return types.map((type) => typeNamed(type, schema)).join(' | ') || 'unknown';
}

function typeNamed(type: string, schema: ApiSchemaObject): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return `(${typeOf(('items' in schema && schema.items) || {})})[]`;
  if (type === 'object') return objectType(schema);
  return type === 'string' && schema.format === 'binary' ? 'Blob' : type;
}

function objectType({ properties, required = [], additionalProperties }: ApiSchemaObject) {
  if (!properties) {
    const values =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `{ ${fields.join('; ')} }`;
}

// Writes docs/api-client.ts from the document of a running server (`node scripts/api-client.ts [address]`).
if (import.meta.main) {
  const [address = 'http://localhost:3000'] = process.argv.slice(2);
  const answer = await fetch(new URL('/api/openapi.json', address));
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}.`);
  const file = join(import.meta.dirname, '../docs/api-client.ts');
  await writeFile(file, await clientSource(await answer.json()));
}
