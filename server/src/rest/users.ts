import type { FastifyInstance } from 'fastify';
import { profileView } from '@marketplace/shared/users/views';
import type { AppContext } from '../app-context.ts';
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
export function userRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: { id: string } }>('/api/users/:id', profile, async (request, reply) =>
    (await callerOf(ctx, request, reply)).account.profile({ id: request.params.id }),
  );
}
