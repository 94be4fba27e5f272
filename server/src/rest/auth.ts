import * as z from 'zod';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import {
  type SendCodeInput,
  sendCodeInput,
  type SignOutInput,
  signOutInput,
  type VerifyInput,
  verifyInput,
} from '@marketplace/shared/auth/inputs';
import { isLocalPath } from '@marketplace/shared/auth/next-path';
import { currentUserView, sendCodeView, signedOutView } from '@marketplace/shared/auth/views';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { AppContext } from '../app-context.ts';
import { describeRoute } from './api-schema.ts';
import { callerOf } from './http.ts';

const routes = {
  user: describeRoute('getCurrentUser', {
    tag: 'Sign-in',
    summary: 'The signed-in user',
    access: 'user',
    answer: currentUserView,
  }),
  sendCode: describeRoute('sendCode', {
    tag: 'Sign-in',
    summary: 'Sends a sign-in code by mail; a browser that is trusted is signed in at once',
    access: 'nobody',
    body: sendCodeInput,
    answer: sendCodeView,
  }),
  verify: describeRoute('verifyCode', {
    tag: 'Sign-in',
    summary: 'Signs in with the code, in the browser that asked for it',
    access: 'nobody',
    body: verifyInput,
    answer: currentUserView,
  }),
  signOut: describeRoute('signOut', {
    tag: 'Sign-in',
    summary: 'Ends the session',
    access: 'nobody',
    body: signOutInput,
    answer: signedOutView,
  }),
  login: describeRoute('login', {
    tag: 'Sign-in',
    summary: 'Leads to the sign-in dialog and from there on to `next`',
    access: 'nobody',
    query: z.object({ next: z.string().optional() }),
    answer: null,
    status: 302,
  }),
};

/** Sign-in and the current user. */
export function authRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get('/api/auth/user', routes.user, async (request, reply) => {
    const user = await (await callerOf(ctx, request, reply)).auth.me();
    if (!user) throw new TRPCError({ code: 'UNAUTHORIZED', message: unauthorized });
    return user;
  });

  app.post<{ Body: SendCodeInput }>(
    '/api/auth/send-code',
    routes.sendCode,
    async (request, reply) => (await callerOf(ctx, request, reply)).auth.sendCode(request.body),
  );

  app.post<{ Body: VerifyInput }>('/api/auth/verify', routes.verify, async (request, reply) =>
    (await callerOf(ctx, request, reply)).auth.verify(request.body),
  );

  app.post<{ Body: SignOutInput }>('/api/auth/signout', routes.signOut, async (request, reply) =>
    (await callerOf(ctx, request, reply)).auth.signOut(request.body),
  );

  app.get<{ Querystring: { next?: string } }>(
    '/api/login',
    routes.login,
    async (request, reply) => {
      const next = request.query.next;
      const query = new URLSearchParams({ signin: '1' });
      if (typeof next === 'string' && isLocalPath(next)) query.set('next', next);
      return reply.redirect(`/?${query}`, 302);
    },
  );
}
