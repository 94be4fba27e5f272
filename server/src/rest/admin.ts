import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import { callerOf } from './http.ts';

/** Becoming an admin. */
export function adminRoutes(app: FastifyInstance, parts: Parts): void {
  app.post('/api/admin/initialize', async (request, reply) =>
    (await callerOf(parts, request, reply)).admin.initialize(),
  );

  app.post('/api/admin/force-initialize', async (request, reply) =>
    (await callerOf(parts, request, reply)).admin.forceInitialize(),
  );
}
