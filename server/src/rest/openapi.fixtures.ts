import type { OpenAPIV3_1 } from 'openapi-types';
import type { TestServer } from '../test/server.ts';

export type ApiDocument = OpenAPIV3_1.Document;
export type ApiParameter = OpenAPIV3_1.ParameterObject;
export type ApiSchema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;
export type ApiSchemaObject = OpenAPIV3_1.SchemaObject;

/** An operation of the document, with its route, for example 'GET /api/listings'. */
export type Operation = OpenAPIV3_1.OperationObject & { route: string };

export async function fetchDocument({ url }: TestServer): Promise<ApiDocument> {
  const response = await fetch(`${url}/api/openapi.json`);
  return (await response.json()) as ApiDocument;
}

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      ...(operation as OpenAPIV3_1.OperationObject),
      route: `${method.toUpperCase()} ${path}`,
    })),
  );
}
