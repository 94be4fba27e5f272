import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import { callerOf } from './http.ts';

interface Describe {
  Body: { image: string; currentDescription?: string };
}

/** A description made from a picture. */
export function descriptionRoutes(app: FastifyInstance, parts: Parts): void {
  app.post<Describe>('/api/generate-description', async (request, reply) =>
    (await callerOf(parts, request, reply)).listings.describe(request.body),
  );
}
