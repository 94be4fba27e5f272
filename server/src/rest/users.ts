import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import { callerOf } from './http.ts';

/** A user's public page. */
export function userRoutes(app: FastifyInstance, parts: Parts): void {
  app.get<{ Params: { id: string } }>('/api/users/:id', async (request, reply) =>
    (await callerOf(parts, request, reply)).account.profile({ id: request.params.id }),
  );
}
