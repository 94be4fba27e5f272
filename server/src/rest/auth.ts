import { TRPCError } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import type { SendCodeInput, SignOutInput, VerifyInput } from '@marketplace/shared/auth/inputs';
import { isLocalPath } from '@marketplace/shared/auth/next-path';
import type { Parts } from '../parts.ts';
import { callerOf } from './http.ts';

/** Sign-in and the current user. */
export function authRoutes(app: FastifyInstance, parts: Parts): void {
  app.get('/api/auth/user', async (request, reply) => {
    const user = await (await callerOf(parts, request, reply)).auth.me();
    if (!user) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Unauthorized' });
    return user;
  });

  app.post<{ Body: SendCodeInput }>('/api/auth/send-code', async (request, reply) =>
    (await callerOf(parts, request, reply)).auth.sendCode(request.body),
  );

  app.post<{ Body: VerifyInput }>('/api/auth/verify', async (request, reply) =>
    (await callerOf(parts, request, reply)).auth.verify(request.body),
  );

  app.post<{ Body: SignOutInput }>('/api/auth/signout', async (request, reply) =>
    (await callerOf(parts, request, reply)).auth.signOut(request.body),
  );

  app.get<{ Querystring: { next?: string } }>('/api/login', async (request, reply) => {
    const next = request.query.next;
    const query = new URLSearchParams({ signin: '1' });
    if (typeof next === 'string' && isLocalPath(next)) query.set('next', next);
    return reply.redirect(`/?${query}`, 302);
  });
}
