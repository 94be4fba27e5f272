import type { FastifyInstance } from 'fastify';
import { profileView } from '@marketplace/shared/users/views';
import type { Parts } from '../parts.ts';
import { describeRoute } from './api-schema.ts';
import { callerOf } from './http.ts';

const profile = describeRoute('getUser', {
  tag: 'Users',
  summary: 'A user’s public page',
  access: 'everyone',
  answer: profileView,
  refusals: [404],
});

/** A user's public page. */
export function userRoutes(app: FastifyInstance, parts: Parts): void {
  app.get<{ Params: { id: string } }>('/api/users/:id', profile, async (request, reply) =>
    (await callerOf(parts, request, reply)).account.profile({ id: request.params.id }),
  );
}
