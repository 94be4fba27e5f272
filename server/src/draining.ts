import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { dismiss } from './realtime/socket.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns true while the server serves but is about to stop. `/readyz` reports it. */
    isDraining(): boolean;
    /**
     * Serves for `seconds` more, closing each connection after its response. Then closes the
     * sockets over two more seconds and stops listening. Call `close` afterwards.
     */
    drain(seconds: number): Promise<void>;
  }
}

/** How long moving the sockets takes in ms, so that they do not all reconnect at once. */
const spreadMs = 2_000;

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
  // Fastify does not wait for the requests of a listener that was closed before.
  app.addHook('onClose', () => stopped?.ended);
}

/** Closes the sockets one after another. `close` closes those that open later. */
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
 * Closes the listener and resolves with a promise for the end of its last connection. Closing makes
 * the system reset connections that are not accepted yet, with their requests. So new connections
 * are only accepted, which is quick, until none has come for a while and a turn of the event loop
 * finds none. The listener closes in that same turn, and then they are served.
 */
async function stopListening(server: Server): Promise<{ ended: Promise<void> }> {
  const accepted: Socket[] = [];
  const listeners = server.rawListeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    // The client may disconnect before its connection is served.
    socket.on('error', () => undefined);
    accepted.push(socket);
  });
  let lastAccepted = performance.now();
  // After this time, the listener closes even if connections keep coming.
  const deadline = lastAccepted + 3_000;
  for (let quiet = false; !quiet;) {
    const [before, began] = [accepted.length, performance.now()];
    await turn();
    const now = performance.now();
    if (accepted.length > before) lastAccepted = now;
    // Behind a proxy, a connection comes about every 10 ms. The last turn must be short, because no
    // connection is accepted during it.
    quiet = (now - lastAccepted > 5 && now - began < 1) || now > deadline;
  }
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of accepted) for (const serve of listeners) serve.call(server, socket);
  return { ended };
}
