import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { dismiss } from './realtime/socket.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** True while the server still serves but is about to stop: `/readyz` says so. */
    isDraining(): boolean;
    /**
     * Serves for `seconds` more, closing each connection after its answer, then has the sockets
     * connect elsewhere over two more seconds, and stops listening. To be followed by `close`.
     */
    drain(seconds: number): Promise<void>;
  }
}

/** Milliseconds over which sockets are moved, so that they do not all connect elsewhere at once. */
const spreadMs = 2_000;
/** Milliseconds after which the listener closes even while connections keep coming. */
const quietTimeoutMs = 1_000;
/** Milliseconds of one turn of the event loop in which no connection can have gone unnoticed. */
const quietTurnMs = 1;

/** Lets a load balancer take its work elsewhere before the server stops. */
export function registerDraining(app: FastifyInstance): void {
  let draining = false;
  let stopped: Promise<void> | undefined;
  app.decorate('isDraining', () => draining);
  app.decorate('drain', async (seconds: number) => {
    draining = true;
    app.server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
      response.setHeader('connection', 'close'),
    );
    await delay(seconds * 1000);
    await moveSockets(app);
    await untilQuiet(app.server);
    stopped = new Promise((resolve) => app.server.close(() => resolve()));
  });
  // Fastify itself does not wait for the requests of a listener that is closed already.
  app.addHook('onClose', () => stopped);
}

/** One after the other; those that come meanwhile are left to `close`. */
async function moveSockets(app: FastifyInstance): Promise<void> {
  const start = performance.now();
  const sockets = [...app.websocketServer.clients];
  for (const [index, socket] of sockets.entries()) {
    const due = start + (index / sockets.length) * spreadMs;
    if (due > performance.now()) await delay(due - performance.now());
    dismiss(socket);
  }
  await delay(start + spreadMs - performance.now());
}

/**
 * Resolves in a turn of the event loop that found no new connection: when a listener closes, the
 * system resets the connections that wait to be accepted, requests that were sent over them included.
 */
async function untilQuiet(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => void accepted++;
  server.on('connection', count);
  const deadline = performance.now() + quietTimeoutMs;
  for (;;) {
    const [before, began] = [accepted, performance.now()];
    await turn();
    const now = performance.now();
    if ((accepted === before && now - began < quietTurnMs) || now > deadline) break;
  }
  server.off('connection', count);
}
