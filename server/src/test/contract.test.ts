import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { describeRoute } from '../rest/api.ts';
import { registerOpenApi } from '../rest/openapi.ts';
import { type Contract, createContract } from './contract.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createTestContext } from './app-context.ts';

let database: TestDatabase;
let contract: Contract;
let answer: { status: number; body: unknown };
let server: FastifyInstance;

beforeEach(async () => {
  database = await createTestDatabase();
  contract = createContract();
  server = Fastify();
  contract.watch(server);
  await server.register(async (scope) => {
    await registerOpenApi(scope, createTestContext(database));
    const described = describeRoute('getThing', {
      tag: 'Users',
      summary: 'A thing',
      access: 'everyone',
      answer: z.object({ name: z.string() }),
    });
    scope.get('/api/things/:id', described, (_request, reply) =>
      reply.code(answer.status).send(answer.body),
    );
  });
  server.get('/api/elsewhere', () => ({ name: 'a' }));
});
afterEach(async () => {
  await server.close();
  await database.close();
});

it('accepts documented responses', async () => {
  answer = { status: 200, body: { name: 'a' } };
  await server.inject('/api/things/1');
  answer = { status: 429, body: { message: 'Too many.' } };
  await server.inject('/api/things/1');
  expect(() => contract.assertKept()).not.toThrow();
});

it.each([
  ['a field too many', { status: 200, body: { name: 'a', secret: 'b' } }, /additional properties/],
  ['a field of another type', { status: 200, body: { name: 1 } }, /\/name must be string/],
  ['a refusal of another form', { status: 400, body: { error: 'no' } }, /must have required/],
  ['a status that is not documented', { status: 418, body: {} }, /418: this status/],
])('reports %s', async (_name, given, message) => {
  answer = given;
  await server.inject('/api/things/1');
  expect(() => contract.assertKept()).toThrow(message);
});

it('reports a route that is not documented', async () => {
  await server.inject('/api/elsewhere');
  expect(() => contract.assertKept()).toThrow(/GET \/api\/elsewhere 200: this route/);
});
