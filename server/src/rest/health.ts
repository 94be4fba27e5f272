import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '../app-context.ts';

/** `/healthz`: the process runs. `/readyz`: it can serve, for load balancers to send it work. */
export function healthRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));

  app.get('/readyz', { logLevel: 'silent' }, async (request, reply) => {
    if (app.isDraining()) return reply.code(503).send({ message: 'Not ready: it is stopping.' });
    const checks = {
      database: sql`select 1`.execute(ctx.db),
      objectStore: ctx.objects.check(),
    };
    const results = await Promise.allSettled(Object.values(checks));
    const failed = Object.keys(checks).filter((_, index) => results[index]?.status === 'rejected');
    for (const result of results) {
      if (result.status === 'rejected') request.log.error({ err: result.reason }, 'not ready');
    }
    if (failed.length === 0) return { status: 'ready' };
    return reply.code(503).send({ message: `Not ready: ${failed.join(', ')}.` });
  });
}
