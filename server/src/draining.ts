import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
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
const quietTimeoutMs = 3_000;
/** Milliseconds without a new connection: behind a proxy they come every 10 ms or so until the end. */
const quietMs = 5;
/** Milliseconds that the last turn of the event loop may take, as nobody is accepted meanwhile. */
const quietTurnMs = 1;

/** Lets load balancers move their traffic elsewhere before the server stops. */
export function registerDraining(app: FastifyInstance): void {
  let draining = false;
  let stopped: { ended: Promise<void> } | undefined;
  app.decorate('isDraining', () => draining);
  app.decorate('drain', async (seconds: number) => {
    draining = true;
    app.server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
      response.setHeader('connection', 'close'),
    );
    await delay(seconds * 1000);
    await moveSockets(app);
    stopped = await stopListening(app.server);
  });
  // Fastify itself does not wait for the requests of a listener that is closed already.
  app.addHook('onClose', () => stopped?.ended);
}

/** One after the other. Sockets opened meanwhile are left to `close`. */
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
 * Closes the listener and resolves with a promise of the end of its last connection. When a listener
 * closes, the system resets connections that are not accepted yet, with the requests on them. So new
 * connections are only accepted, which is quick, until none has come for a while and a turn of the event
 * loop finds none; then the listener closes in that same turn, and they are served.
 */
async function stopListening(server: Server): Promise<{ ended: Promise<void> }> {
  const accepted: Socket[] = [];
  const listeners = server.rawListeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    // Its client may leave meanwhile.
    socket.on('error', () => undefined);
    accepted.push(socket);
  });
  let lastAccepted = performance.now();
  const deadline = lastAccepted + quietTimeoutMs;
  for (let quiet = false; !quiet;) {
    const [before, began] = [accepted.length, performance.now()];
    await turn();
    const now = performance.now();
    if (accepted.length > before) lastAccepted = now;
    quiet = (now - lastAccepted > quietMs && now - began < quietTurnMs) || now > deadline;
  }
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of accepted) for (const serve of listeners) serve.call(server, socket);
  return { ended };
}
