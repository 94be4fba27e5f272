import { readFile, writeFile } from 'node:fs/promises';
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

const file = join(import.meta.dirname, '../docs/api-client.ts');

/** The part of docs/api-client.ts above this line is written by hand. */
const mark = '// From here on made from /api/openapi.json by scripts/api-client.ts.\n';

/** Returns the source text of a TypeScript client for the calls that accept a token. */
export async function clientSource(document: ApiDocument): Promise<string> {
  const [written = ''] = (await readFile(file, 'utf8')).split(mark);
  const methods = operationsOf(document)
    .filter((operation) => takesToken(operation) && !givesFile(operation))
    .map(methodOf)
    .join('\n');
  const types = typesUsedIn(`${methods} Refusal`, document.components?.schemas ?? {});
  const source = `${written}${mark}
/** Calls of the marketplace at \`address\`, such as 'http://localhost:3000', with a personal token. */
export function createClient(site: { address: string; token?: string }) {
  const { call, page } = connect(site);
  return {
${methods}
  };
}

${types}`;
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

/** Returns true if the response is a file, not JSON. */
function givesFile({ responses = {} }: Operation): boolean {
  const answer = responses['200'];
  const types = answer && 'content' in answer ? Object.keys(answer.content ?? {}) : [];
  return types.length > 0 && !types.includes('application/json');
}

/** Returns the declarations of the types that a text names, directly or indirectly. */
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
    .map(([name, type]) => {
      // A union of objects cannot be an interface.
      const isOne = !/\} [|&] /.test(type);
      return `export ${isOne ? `interface ${nameOf(name)}` : `type ${nameOf(name)} =`} ${type}\n`;
    })
    .join('\n');
}

/** Avoids the name `Error`, which JavaScript uses. */
function nameOf(name: string): string {
  return name === 'Error' ? 'Refusal' : name;
}

function methodOf(operation: Operation): string {
  const { operationId, summary, route } = operation;
  const [method = '', path = ''] = route.split(' ');
  const all = (operation.parameters ?? []) as ApiParameter[];
  const parameters = ['path', 'query'].flatMap((place) => all.filter((one) => one.in === place));
  const given = parameters.map(
    ({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema as ApiSchema)}`,
  );
  const isOptional = !parameters.some(({ required }) => required);
  const body = bodyOf(operation);
  const inputs = [
    ...(given.length > 0 ? [`given: { ${given.join('; ')} }${isOptional ? ' = {}' : ''}`] : []),
    ...(body ? [`body${body.optional ? '?' : ''}: ${body.type}`] : []),
  ];
  const sent = [...(given.length > 0 ? ['given'] : []), ...(body ? [`${body.kind}: body`] : [])];
  const [way, answer] = answerOf(operation);
  const values = sent.length > 0 ? `, { ${sent.join(', ')} }` : '';
  return `    /** ${summary}. */
    ${operationId}: (${inputs.join(', ')}) => ${way}<${answer}>('${method}', '${path}'${values}),`;
}

function bodyOf({ requestBody }: Operation) {
  if (!requestBody || '$ref' in requestBody) return null;
  const [[type, media] = []] = Object.entries(requestBody.content);
  if (!media?.schema) return null;
  const kind = type === 'multipart/form-data' ? 'form' : 'json';
  return { kind, type: typeOf(media.schema), optional: requestBody.required === false };
}

/** Returns the function that makes the call, and the type of its result. */
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

function typeOf(schema: ApiSchema): string {
  if ('$ref' in schema) return nameOf(schema.$ref.split('/').at(-1) ?? '');
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return unionOf(several);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema && schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? []].flat();
  return types.map((type) => typeNamed(type, schema)).join(' | ') || 'unknown';
}

/** Returns a union type. Writes the fields that all its objects share once, in front. */
function unionOf(several: ApiSchema[]): string {
  const [first, ...others] = several.map((one) => ('properties' in one ? fieldsOf(one) : []));
  const common = (first ?? []).filter((field) => others.every((fields) => fields.includes(field)));
  if (others.length === 0 || common.length === 0) return several.map(typeOf).join(' | ');
  const rests = several.map((one) =>
    fieldsOf(one as ApiSchemaObject).filter((f) => !common.includes(f)),
  );
  return `{ ${common.join('; ')} } & (${rests.map((rest) => `{ ${rest.join('; ')} }`).join(' | ')})`;
}

function typeNamed(type: string, schema: ApiSchemaObject): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return `(${typeOf(('items' in schema && schema.items) || {})})[]`;
  if (type === 'object') return objectType(schema);
  return type === 'string' && schema.format === 'binary' ? 'Blob' : type;
}

function objectType(schema: ApiSchemaObject) {
  const { properties, additionalProperties } = schema;
  if (properties) return `{ ${fieldsOf(schema).join('; ')} }`;
  const values =
    typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  return `Record<string, ${values}>`;
}

function fieldsOf({ properties = {}, required = [] }: ApiSchemaObject): string[] {
  return Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
}

// `node scripts/api-client.ts [address]`: generates the client from a running server.
if (import.meta.main) {
  const [address = 'http://localhost:3000'] = process.argv.slice(2);
  const answer = await fetch(new URL('/api/openapi.json', address));
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}.`);
  await writeFile(file, await clientSource(await answer.json()));
}
