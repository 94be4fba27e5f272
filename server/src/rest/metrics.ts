import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Parts } from '../parts.ts';
import { isLocalRequest } from './local-request.ts';

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
 * `/metrics` in Prometheus' text format: to this machine, or to whoever has METRICS_TOKEN as a
 * bearer token; to others it is not there. Counts every request by route, method and status.
 */
export function registerMetrics(app: FastifyInstance, parts: Parts): void {
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
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!mayRead(request, parts)) return reply.callNotFound();
    sockets.set(app.websocketServer.clients.size);
    pool.set({ state: 'open' }, parts.pool.totalCount);
    pool.set({ state: 'idle' }, parts.pool.idleCount);
    pool.set({ state: 'waiting' }, parts.pool.waitingCount);
    const all = Registry.merge([processMetrics, ...registers]);
    return reply.type(all.contentType).send(await all.metrics());
  });
}

function mayRead(request: FastifyRequest, { config, secrets }: Parts): boolean {
  const token = config.metricsToken;
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token && given) {
    // Hashed, so that lengths are equal.
    return timingSafeEqual(secrets.hash('metrics', token), secrets.hash('metrics', given));
  }
  return isLocalRequest(request, config.publicUrl);
}
