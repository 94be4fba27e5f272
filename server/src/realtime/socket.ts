import websocket from '@fastify/websocket';
import type { AnyProcedure } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { AppContext } from '../app-context.ts';
import type { Context } from '../context.ts';
import type { Admission } from '../platform/admission.ts';
import { mayChangeState } from '../platform/http.ts';
import { contextOf } from '../request-context.ts';
import { appRouter } from '../router.ts';
import { type Meta, router } from '../trpc.ts';
import { countOpen, limitCalls, limitFrames, limitSockets } from './socket-limits.ts';
import { createSocketCalls, type OpenSocket } from './socket-calls.ts';
import { createSocketSessions, sessionEnded } from './socket-sessions.ts';
import { createConnection } from './subscribe.ts';

const goingAway = 1001;

/** How long a visitor's socket may be idle in ms, and the times of {@link createSocketCalls}. */
interface SocketOptions {
  admission: Admission;
  signedOutMs?: number;
  quietMs?: number;
  answerMs?: number;
}

/**
 * Serves tRPC over WebSocket on /trpc. Call it before registering any route, because
 * @fastify/websocket only sees the routes that come after it. When the server closes, clients are
 * instructed to reconnect, and are cut off after three seconds.
 */
export async function registerSocket(
  app: FastifyInstance,
  ctx: AppContext,
  { admission, signedOutMs = 10_000, ...times }: SocketOptions,
): Promise<void> {
  const sessions = createSocketSessions(ctx);
  await app.register(websocket, {
    options: { maxPayload: 64 * 1024 },
    preClose(done) {
      for (const socket of app.websocketServer.clients) dismiss(socket);
      // An upgrade in progress is not refused, because its client would count that as a failure.
      app.websocketServer.on('connection', dismiss);
      done();
    },
  });
  const calls = createSocketCalls({
    ...times,
    router: createSocketRouter(),
    onError(error, path) {
      if (error.code !== 'INTERNAL_SERVER_ERROR') return;
      ctx.log.error({ err: error, path }, 'A call over a socket failed.');
    },
  });
  app.addHook('onClose', () => {
    calls.close();
    return sessions.close();
  });
  const factor = ctx.config.rateLimitFactor;
  /** Holds no reference to the request, so that an open socket does not keep it in memory. */
  const answer = (opened: OpenSocket, ip: string, made: Promise<Context>) => {
    const { socket } = opened;
    limitFrames(socket, factor);
    const decode = limitCalls(socket, factor, (count) => admission.spend(ip, count));
    calls.add(opened, contextFor(socket, ip, made), decode);
  };
  const contextFor = async (socket: WebSocket, ip: string, made: Promise<Context>) => {
    const context = await made;
    const enter = (weight?: number) => admission.enterCall(ip, weight);
    if (!context.session) {
      // This limit is lower than the network's, to leave room for users.
      const close = admission.openSocket({ visitorIp: ip });
      countOpen(socket, close, 'Too many open pages in your network.');
      const whenIdle = () => closeLater(socket, signedOutMs);
      // A visitor's page needs one, and may open the next before the previous one has ended.
      const limits = { maxSubscriptions: 5, whenIdle };
      return { ...context, connection: createConnection(socket, limits), enter };
    }
    const close = admission.openSocket({ userId: context.session.user.id });
    countOpen(socket, close, 'Too many open pages. Please close some of them.');
    await sessions.add(socket, context.session);
    // A page opens four.
    const connection = createConnection(socket, { maxSubscriptions: 20 });
    return { ...context, connection, enter };
  };
  const failed = function (this: WebSocket, error: Error) {
    ctx.log.debug({ err: error }, 'A socket failed.');
    this.terminate();
  };
  app.get(
    '/trpc',
    {
      websocket: true,
      onRequest: [refuseForeign(ctx), limitSockets(admission)],
      async preHandler({ raw, ws }, reply) {
        // Otherwise the open socket would hold the response, and through it the request, in memory.
        if (ws) reply.raw.detachSocket(raw.socket);
      },
    },
    (socket, request) => {
      // The plugin's listener holds a reference to the request.
      socket.removeAllListeners('error').on('error', failed);
      answer({ socket, stream: request.raw.socket }, request.ip, contextOf(ctx, request));
    },
  );
}

/** Answers 403 in place of the upgrade to a page of another site. */
function refuseForeign({ config }: AppContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (mayChangeState(config, request.headers)) return;
    const message = 'This WebSocket only accepts connections from this site.';
    return reply.code(403).send({ message });
  };
}

/**
 * Returns a router without the mutations that may not be repeated: if a socket dies, the client
 * cannot know whether such a mutation ran.
 */
function createSocketRouter() {
  const { _def: whole } = appRouter;
  const features: Record<string, Record<string, AnyProcedure>> = {};
  for (const [feature, procedures] of Object.entries<Record<string, AnyProcedure>>(whole.record)) {
    const allowed = Object.entries(procedures).filter(
      ([, { _def, meta }]) => _def.type !== 'mutation' || (meta as Meta | undefined)?.isRepeatable,
    );
    features[feature] = Object.fromEntries(allowed);
  }
  return router(features);
}

/** Closes the socket after a delay, unless the returned function is called first. */
function closeLater(socket: WebSocket, afterMs: number): () => void {
  // The timer may outlive the socket, because closing a closed socket does nothing.
  const timer = setTimeout(() => socket.close(sessionEnded, 'Not signed in.'), afterMs).unref();
  return () => clearTimeout(timer);
}

/** Instructs the client to reconnect, to another instance or to this one after its restart. */
export function dismiss(socket: WebSocket): void {
  if (socket.readyState === socket.OPEN) {
    socket.send(JSON.stringify({ id: null, method: 'reconnect' }));
  }
  socket.close(goingAway, 'The server is restarting.');
  const timer = setTimeout(() => socket.terminate(), 3_000);
  socket.once('close', () => clearTimeout(timer));
}
