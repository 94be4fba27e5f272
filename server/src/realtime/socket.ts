import websocket from '@fastify/websocket';
import type { AnyProcedure } from '@trpc/server';
import { getWSConnectionHandler } from '@trpc/server/adapters/ws';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { AppContext } from '../app-context.ts';
import type { Admission } from '../platform/admission.ts';
import { mayChangeState } from '../platform/http.ts';
import { contextOf } from '../request-context.ts';
import { appRouter } from '../router.ts';
import { router } from '../trpc.ts';
import { limitCalls, limitFrames, limitSockets, limitUser } from './socket-limits.ts';
import { createSocketSessions, sessionEnded } from './socket-sessions.ts';
import { createConnection } from './subscribe.ts';

const maxFrameBytes = 64 * 1024;
/** Time for a client that is not signed in to get its refusals; it has no use for the socket. */
const defaultSignedOutMs = 10_000;
const goingAway = 1001;
/** How long clients may take to leave a server that stops. */
const leaveTimeoutMs = 3_000;

/**
 * tRPC over WebSocket on /trpc. To be registered before any route, including tRPC over HTTP, because
 * @fastify/websocket only sees the routes that come after it. When the server closes, clients are
 * asked to connect again, and are cut off after three seconds.
 */
export async function registerSocket(
  app: FastifyInstance,
  ctx: AppContext,
  { admission, signedOutMs = defaultSignedOutMs }: { admission: Admission; signedOutMs?: number },
): Promise<void> {
  const sessions = createSocketSessions(ctx);
  await app.register(websocket, {
    options: { maxPayload: maxFrameBytes },
    errorHandler: (error, socket) => {
      ctx.log.debug({ err: error }, 'A socket failed.');
      socket.terminate();
    },
    preClose(done) {
      for (const socket of app.websocketServer.clients) dismiss(socket);
      // An upgrade still under way is not refused, because its client would count that as a failure.
      app.websocketServer.on('connection', dismiss);
      done();
    },
  });
  app.addHook('onClose', () => sessions.close());
  const reachable = withoutMutations();
  const onRequest = [refuseForeign(ctx), limitSockets(admission)];
  app.get('/trpc', { websocket: true, onRequest }, (socket, request) => {
    const factor = ctx.config.rateLimitFactor;
    limitFrames(socket, factor);
    const connection = createConnection(socket);
    const answer = getWSConnectionHandler({
      wss: app.websocketServer,
      router: reachable,
      experimental_encoder: limitCalls(socket, factor, (calls) =>
        admission.spend(request.ip, calls),
      ),
      keepAlive: { enabled: true, pingMs: 30_000, pongWaitMs: 5_000 },
      async createContext() {
        const context = await contextOf(ctx, request);
        if (context.session) {
          limitUser(socket, admission, context.session);
          await sessions.add(socket, context.session);
        } else closeLater(socket, signedOutMs);
        return { ...context, connection, enter: () => admission.enterCall(request.ip) };
      },
      onError({ error, path }) {
        if (error.code !== 'INTERNAL_SERVER_ERROR' || isProtocolError(error.cause)) return;
        ctx.log.error({ err: error, path }, 'A call over a socket failed.');
      },
    });
    answer(socket, request.raw);
  });
}

/** Answers 403 in place of the upgrade when a page of another site asks for it. */
function refuseForeign({ config }: AppContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (mayChangeState(config, request.headers)) return;
    return reply.code(403).send({ message: 'This address takes sockets from its own pages only.' });
  };
}

/** All procedures except mutations: if a socket dies, the client cannot know whether they ran. */
function withoutMutations() {
  const { _def: whole } = appRouter;
  const features: Record<string, Record<string, AnyProcedure>> = {};
  for (const [feature, procedures] of Object.entries<Record<string, AnyProcedure>>(whole.record)) {
    const kept = Object.entries(procedures).filter(([, { _def }]) => _def.type !== 'mutation');
    features[feature] = Object.fromEntries(kept);
  }
  return router(features);
}

/** A frame that is invalid or too long is the client's fault, and the socket was closed for it. */
function isProtocolError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('WS_ERR');
}

function closeLater(socket: WebSocket, afterMs: number): void {
  const timer = setTimeout(() => socket.close(sessionEnded, 'Not signed in.'), afterMs);
  socket.once('close', () => clearTimeout(timer));
}

/** Has the client connect again, to another instance or to this one after its restart. */
export function dismiss(socket: WebSocket): void {
  if (socket.readyState === socket.OPEN) {
    socket.send(JSON.stringify({ id: null, method: 'reconnect' }));
  }
  socket.close(goingAway, 'The server restarts.');
  const timer = setTimeout(() => socket.terminate(), leaveTimeoutMs);
  socket.once('close', () => clearTimeout(timer));
}
