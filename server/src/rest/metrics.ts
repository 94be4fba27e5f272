import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AppContext } from '../app-context.ts';
import { bearerOf } from '../platform/bearer.ts';
import { isLoopbackHost } from '../platform/loopback.ts';
import { isSameSecret } from '../platform/secrets.ts';

/** Of the process: memory, event loop, garbage collection. Collected once, however many apps it has. */
const processMetrics = new Registry();
collectDefaultMetrics({ register: processMetrics });

/** Promises of this process that were rejected without a handler (see main.ts). */
export const unhandledRejections = new Counter({
  name: 'unhandled_rejections_total',
  help: 'Rejected promises that nothing handled',
  registers: [processMetrics],
});

/**
 * `/metrics` in Prometheus' text format: with METRICS_TOKEN as a bearer token, or without one on
 * METRICS_PORT of this machine; elsewhere it is not there. Counts every request by route, method and
 * status.
 */
export function registerMetrics(app: FastifyInstance, ctx: AppContext): void {
  const registers = [new Registry()];
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const sockets = new Gauge({ name: 'websockets_open', help: 'Open WebSockets', registers });
  const pool = new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, and calls that wait for one',
    labelNames: ['state'],
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'page';
    const labels = { route, method: request.method, status: reply.statusCode };
    requests.observe(labels, reply.elapsedTime / 1000);
  });
  const read = async (reply: FastifyReply) => {
    sockets.set(app.websocketServer.clients.size);
    pool.set({ state: 'open' }, ctx.pool.totalCount);
    pool.set({ state: 'idle' }, ctx.pool.idleCount);
    pool.set({ state: 'waiting' }, ctx.pool.waitingCount);
    const all = Registry.merge([processMetrics, ...registers]);
    return reply.type(all.contentType).send(await all.metrics());
  };
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    const token = ctx.config.metricsToken;
    const given = bearerOf(request.headers);
    if (!token || given === null || !isSameSecret(token, given)) return reply.callNotFound();
    return read(reply);
  });
  const port = ctx.config.metricsPort;
  if (port !== undefined) listenOnLoopback(app, port, read);
}

/** A listener of its own beside `app`, which starts and closes with it. */
function listenOnLoopback(
  app: FastifyInstance,
  port: number,
  read: (reply: FastifyReply) => Promise<unknown>,
): void {
  const own = Fastify({ forceCloseConnections: true });
  own.get('/metrics', async ({ hostname }, reply) =>
    // The name of a foreign page may be made to point to this machine.
    isLoopbackHost(hostname) ? read(reply) : reply.callNotFound(),
  );
  app.addHook('onReady', async () => void (await own.listen({ port, host: '127.0.0.1' })));
  app.addHook('onClose', () => own.close());
}
