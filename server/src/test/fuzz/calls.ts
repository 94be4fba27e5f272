import * as fc from 'fast-check';
import type {
  ApiDocument,
  ApiParameter,
  ApiSchema,
  Operation,
} from '../../rest/openapi.fixtures.ts';
import { hostileBody, hostileText, hostileValue } from './hostile.ts';
import { numbers, textOf } from './input-of.ts';

/** The input of an operation of the OpenAPI document, as plain data. */
export interface DocumentedCall {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body?: unknown;
  /** The documented content type of the body; undefined without a body. */
  type?: string | undefined;
}

/** Generates inputs of an operation. Most are valid; further rules are left to chance. */
export function callsOf(
  { parameters = [], requestBody }: Operation,
  document: ApiDocument,
): fc.Arbitrary<DocumentedCall> {
  const places = parameters as ApiParameter[];
  const valuesIn = (place: string): fc.Arbitrary<Record<string, unknown>> => {
    const here = places.filter((parameter) => parameter.in === place);
    return recordOf(
      here.map(({ name, schema }) => [name, (schema ?? {}) as ApiSchema]),
      here.filter(({ required }) => required).map(({ name }) => name),
      document,
    );
  };
  const content = requestBody && 'content' in requestBody ? requestBody.content : {};
  const [type, media] = Object.entries(content)[0] ?? [];
  const body = media?.schema
    ? valueOf(media.schema as ApiSchema, 'body', document)
    : fc.constant(undefined);
  return fc.record({
    params: valuesIn('path'),
    query: valuesIn('query'),
    body,
    type: fc.constant(type),
  });
}

/** Generates values for a JSON schema of the document. */
function valueOf(given: ApiSchema, name: string, document: ApiDocument): fc.Arbitrary<unknown> {
  const schema = resolved(given, document);
  const { anyOf, enum: choices, type } = schema;
  if (anyOf) return fc.oneof(...anyOf.map((one) => valueOf(one, name, document)));
  if (choices) return fc.oneof(fc.constantFrom<unknown>(...choices), hostileValue);
  switch (type) {
    case 'object':
      return recordOf(Object.entries(schema.properties ?? {}), schema.required ?? [], document);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, name, document), { maxLength: 6 });
    case 'string':
      return stringOf(schema, name);
    case 'integer':
    case 'number':
      return fc.oneof(numbers, fc.constantFrom(...edgesOf(schema.minimum, schema.maximum)));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return hostileValue;
  }
}

function stringOf(
  { format, maxLength }: { format?: string | undefined; maxLength?: number | undefined },
  name: string,
): fc.Arbitrary<string> {
  if (format === 'binary') return fc.oneof(hostileBody, hostileText);
  if (maxLength === undefined) return textOf(name);
  const edges = fc.constantFrom(maxLength, maxLength + 1).map((length) => 'x'.repeat(length));
  return fc.oneof({ weight: 8, arbitrary: textOf(name) }, { weight: 1, arbitrary: edges });
}

function edgesOf(minimum = 0, maximum = 2 ** 31): number[] {
  return [minimum - 1, minimum, maximum, maximum + 1];
}

function recordOf(
  properties: [string, ApiSchema][],
  requiredKeys: string[],
  document: ApiDocument,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = properties.map(([name, schema]) => [name, valueOf(schema, name, document)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys,
  });
}

function resolved(schema: ApiSchema, document: ApiDocument) {
  if (!('$ref' in schema)) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  const found = document.components?.schemas?.[name];
  if (!found || '$ref' in found) throw new Error(`The document has no schema ${name}.`);
  return found;
}
