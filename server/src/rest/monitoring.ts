import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import * as z from 'zod';
import type { AppContext } from '../app-context.ts';
import { bearerOf } from '../platform/http.ts';
import { isLoopbackHost } from '../platform/networks.ts';
import { perMinute, countForNetwork } from '../platform/limiter.ts';
import { isSameSecret } from '../platform/secrets.ts';
import { cspReportPath } from '../rendering/security-headers.ts';

/** Serves `/healthz`, which responds while the process runs, and `/readyz` for load balancers. */
export function registerHealth(app: FastifyInstance, ctx: AppContext): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));

  app.get('/readyz', { logLevel: 'silent' }, async (request, reply) => {
    if (app.isDraining()) return reply.code(503).send({ message: 'Not ready: shutting down.' });
    const checks = { database: sql`select 1`.execute(ctx.db), objectStore: ctx.objects.check() };
    const results = await Promise.allSettled(Object.values(checks));
    const failed = Object.keys(checks).filter((_, index) => results[index]?.status === 'rejected');
    for (const result of results) {
      if (result.status === 'rejected') request.log.error({ err: result.reason }, 'Not ready.');
    }
    if (failed.length === 0) return { status: 'ready' };
    return reply.code(503).send({ message: `Not ready: ${failed.join(', ')}.` });
  });
}

/** Memory, event loop and garbage collection, collected once for all apps of the process. */
const processMetrics = new Registry();
collectDefaultMetrics({ register: processMetrics });

/** Counts promises that were rejected without a handler in this process (see main.ts). */
export const unhandledRejections = new Counter({
  name: 'unhandled_rejections_total',
  help: 'Rejected promises that nothing handled',
  registers: [processMetrics],
});

/**
 * Counts requests by route, method and status, and serves `/metrics` in Prometheus' format: with
 * METRICS_TOKEN as a bearer token, or without one on METRICS_PORT of this machine. Otherwise 404.
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

/** Adds a second listener that starts and closes with `app`. */
function listenOnLoopback(
  app: FastifyInstance,
  port: number,
  read: (reply: FastifyReply) => Promise<unknown>,
): void {
  const own = Fastify({ forceCloseConnections: true });
  own.get('/metrics', async ({ hostname }, reply) =>
    // Another site can make its name point to this machine.
    isLoopbackHost(hostname) ? read(reply) : reply.callNotFound(),
  );
  app.addHook('onReady', async () => void (await own.listen({ port, host: '127.0.0.1' })));
  app.addHook('onClose', () => own.close());
}

/** The content types of both report formats. Other sites cannot send them without a preflight. */
const contentTypes = ['application/csp-report', 'application/reports+json', 'application/json'];
const maxReportBytes = 16 * 1024;
/** The most reports in one request. A page can break the policy in many places at once. */
const maxReports = 20;

const limit = perMinute('csp-report', 20);

/** Reads only the directive and the blocked address from a report, never the page or the person. */
const reports = z.union([
  z
    .object({
      'csp-report': z.object({ 'effective-directive': z.string(), 'blocked-uri': z.string() }),
    })
    .transform(({ 'csp-report': report }) => [
      { directive: report['effective-directive'], blocked: report['blocked-uri'] },
    ]),
  z
    .array(
      z.object({
        type: z.string(),
        body: z.object({ effectiveDirective: z.string(), blockedURL: z.string() }).partial(),
      }),
    )
    .max(maxReports)
    .transform((list) =>
      list.flatMap(({ type, body: { effectiveDirective, blockedURL } }) =>
        type === 'csp-violation' && effectiveDirective !== undefined && blockedURL !== undefined
          ? [{ directive: effectiveDirective, blocked: blockedURL }]
          : [],
      ),
    ),
]);

/**
 * Receives reports of violations of the content security policy. Logs only the directive and the
 * blocked origin.
 */
export async function registerCspReports(app: FastifyInstance, ctx: AppContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parse = scope.getDefaultJsonParser('error', 'error');
    scope.addContentTypeParser(contentTypes, { parseAs: 'string' }, parse);
    const options = { schema: { hide: true }, bodyLimit: maxReportBytes };
    scope.post(cspReportPath, options, async (request, reply) => {
      await countForNetwork(ctx.limiter, limit, { ip: request.ip });
      for (const { directive, blocked } of reports.parse(request.body)) {
        const [name] = /^[a-z-]{1,40}/.exec(directive) ?? [];
        const violation = { directive: name, blocked: originOf(blocked) };
        request.log.warn(violation, 'A page violated the content security policy.');
      }
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
}

/** Returns a keyword such as 'inline' unchanged, and only the scheme and host of an address. */
function originOf(blocked: string): string {
  const url = URL.canParse(blocked) ? new URL(blocked) : null;
  if (url) return url.host ? `${url.protocol}//${url.host}`.slice(0, 100) : url.protocol;
  return /^[a-z-]{1,30}$/.test(blocked) ? blocked : 'unknown';
}
