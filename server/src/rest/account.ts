import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import { currentUserView } from '@marketplace/shared/auth/schemas';
import { isLocalPath } from '@marketplace/shared/auth/next-path';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import { openExportLink, exportZip } from '../features/account/export.ts';
import { apiContextOf } from '../request-context.ts';
import { apiRoute, type ApiRoutes, describeRoute, procedureRoute } from './api.ts';

const signIn = { tag: 'Sign-in', access: 'nobody' } as const;

const login = describeRoute('login', {
  ...signIn,
  summary: 'Opens the sign-in dialog, then redirects to `next`',
  query: z.object({ next: z.string().optional() }),
  answer: null,
  status: 302,
});

const exportAccount = describeRoute('exportAccount', {
  tag: 'Users',
  summary: 'Downloads the user’s data as a ZIP, from a link created in Settings',
  access: 'session',
  answer: z.file(),
  produces: 'application/zip',
  refusals: [404],
});

export const accountRoutes: ApiRoutes[] = [
  apiRoute('GET /api/auth/user', 'getCurrentUser', {
    tag: 'Sign-in',
    summary: 'The signed-in user',
    access: 'user',
    answer: currentUserView,
    async call({ caller }) {
      const user = await caller.auth.me();
      if (!user) throw new TRPCError({ code: 'UNAUTHORIZED', message: unauthorized });
      return user;
    },
  }),
  procedureRoute(['POST /api/auth/send-code', 'sendCode', 'auth.sendCode'], {
    ...signIn,
    summary: 'Emails a sign-in code; signs a trusted browser in right away',
  }),
  procedureRoute(['POST /api/auth/verify', 'verifyCode', 'auth.verify'], {
    ...signIn,
    summary: 'Signs in with the code, in the browser that requested it',
  }),
  procedureRoute(['POST /api/auth/signout', 'signOut', 'auth.signOut'], {
    ...signIn,
    summary: 'Signs out',
  }),
  (app) =>
    app.get<{ Querystring: { next?: unknown } }>('/api/login', login, (request, reply) => {
      const { next } = request.query;
      const query = new URLSearchParams({ signin: '1' });
      if (typeof next === 'string' && isLocalPath(next)) query.set('next', next);
      return reply.redirect(`/?${query}`, 302);
    }),
  procedureRoute(['GET /api/users/:id', 'getUser', 'account.profile'], {
    tag: 'Users',
    summary: 'A user’s public page',
    access: 'everyone',
    refusals: [404],
  }),
  (app, ctx) =>
    app.get<{ Params: { token: string } }>(
      '/api/account/export/:token',
      exportAccount,
      async (request, reply) => {
        const context = await apiContextOf(ctx, request, reply);
        const user = await openExportLink(context, request.params.token);
        const day = new Date().toISOString().slice(0, 10);
        return reply
          .headers({
            'content-disposition': `attachment; filename="my-data-${day}.zip"`,
            'cache-control': 'no-store',
          })
          .type('application/zip')
          .send(await exportZip(ctx, user.id));
      },
    ),
];
