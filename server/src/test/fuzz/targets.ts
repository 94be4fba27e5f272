import type * as fc from 'fast-check';
import type * as z from 'zod';
import { type ApiDocument, operationsOf } from '../../rest/openapi.fixtures.ts';
import { procedures } from '../../router.ts';
import type { RestCall } from '../access/call.ts';
import { procedureRows } from '../access/procedure-rows.ts';
import { routeRows } from '../access/route-rows.ts';
import type { World } from '../access/world.ts';
import { isDocumented } from '../contract.ts';
import { callsOf, type DocumentedCall } from './calls.ts';

/** A procedure or a route, with the functions that create valid inputs for it. */
export type Target = { name: string; seeds: ((world: World) => unknown)[] } & (
  | { kind: 'procedure'; type: 'query' | 'mutation' | 'subscription'; schema?: z.ZodType }
  | { kind: 'route'; method: string; path: string; calls?: fc.Arbitrary<DocumentedCall> }
);

/**
 * Returns the inputs of the rows of the access matrix for this name. Words after the name tell
 * several cases apart.
 */
function seedsOf(
  rows: Record<string, readonly [unknown, ((world: World) => unknown)?]>,
  name: string,
): Target['seeds'] {
  return Object.entries(rows).flatMap(([row, [, input]]) =>
    row === name || row.startsWith(`${name} `) ? [input ?? (() => undefined)] : [],
  );
}

export function procedureTargets(): Target[] {
  return Object.entries(procedures).map(([name, { _def }]) => ({
    kind: 'procedure',
    name,
    type: _def.type,
    schema: schemaOf(name),
    seeds: seedsOf(procedureRows, name),
  }));
}

/** Returns the input schema of a procedure, or undefined if it has no input. */
export function schemaOf(name: string): z.ZodType | undefined {
  const { inputs } = (procedures[name]?._def ?? {}) as { inputs?: z.ZodType[] };
  return inputs?.[0];
}

/**
 * Returns every route of an app, for example 'GET /api/listings/:id', except those of procedures.
 * Throws for an API route without an operation in the document, and for an operation without a
 * route.
 */
export function routeTargets(routes: readonly string[], document: ApiDocument): Target[] {
  const operations = new Map(
    operationsOf(document).map((operation) => [
      operation.route.replaceAll(/\{(\w+)\}/g, ':$1'),
      operation,
    ]),
  );
  const others = routes.filter((route) => !/ \/trpc(\/:path)?$/.test(route));
  const targets = others.map((name): Target => {
    const [method = '', path = ''] = name.split(' ');
    const operation = operations.get(name);
    operations.delete(name);
    if (!operation && isDocumented(path)) throw new Error(`${name} has no operation.`);
    const calls = operation && { calls: callsOf(operation, document) };
    return { kind: 'route', name, method, path, seeds: seedsOf(routeRows, name), ...calls };
  });
  if (operations.size > 0) throw new Error(`No route for ${[...operations.keys()].join(', ')}.`);
  return targets;
}

/** Returns a valid call of a route as plain data. A form is not converted. */
export function restCallOf(seed: unknown): Required<Omit<RestCall, 'form' | 'json'>> & RestCall {
  return { params: {}, query: {}, ...(seed as RestCall | undefined) };
}
