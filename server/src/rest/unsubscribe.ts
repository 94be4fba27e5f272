import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { callerOf } from './http.ts';

/** For mail programs; it is no call of the API, and nobody reads the form. */
const options = { schema: { hide: true }, bodyLimit: 16 * 1024 };

/**
 * One click in a mail program (RFC 8058): its provider posts here, without a cookie, as a form of
 * either kind. The token alone decides; what the form says is not looked at. GET on the same address
 * is a page that changes nothing, because mail scanners open links.
 */
export async function unsubscribeRoutes(app: FastifyInstance, ctx: AppContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) =>
      done(null, undefined),
    );
    scope.post<{ Querystring: { token?: string } }>(
      '/unsubscribe',
      options,
      async (request, reply) => {
        const { token = '' } = request.query;
        await (await callerOf(ctx, request, reply)).notifications.unsubscribe({ token });
        reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
        return 'You are unsubscribed.\n';
      },
    );
  });
}
