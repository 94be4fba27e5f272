import { lookup } from 'node:dns';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import type { Outbound } from '../../platform/outbound.ts';
import { contextOfUser } from '../../test/context.ts';
import { createCallerFactory } from '../../trpc.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { webhooksRouter } from './webhooks.router.ts';

const createWebhooksCaller = createCallerFactory(webhooksRouter);

/** Returns the procedures of webhooks with this user as the caller. */
export function webhooksOf(ctx: AppContext, user: Session['user']) {
  return createWebhooksCaller(contextOfUser(ctx, user));
}

/** Lets webhooks reach this machine, and wait briefly for answers. */
export const toThisMachine: Outbound = { permits: () => true, lookup, timeoutMs: 500 };

interface Request {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Starts a server that records requests. `answers` replaces its next answers, which are 200. */
export async function startHookServer() {
  const received: Request[] = [];
  const answers: ((response: ServerResponse) => void)[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    const answer = answers.shift() ?? ((response: ServerResponse) => response.end('Thanks'));
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answers,
    events: () => received.map(({ body }) => JSON.parse(body)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const status =
  (code: number, body = '') =>
  (response: ServerResponse) =>
    void response.writeHead(code, { location: '/elsewhere' }).end(body);

/** Delivers every event that is due, as a worker does. */
export async function runDeliveries(ctx: AppContext): Promise<void> {
  await runOnce({
    pgPool: ctx.pool,
    taskList: { deliverWebhook: (payload) => deliverWebhook(ctx, payload) },
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
}

/** Returns the seconds until each queued try, and moves them all into the past. */
export async function skipPauses({ db }: AppContext): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs
    where task_identifier = 'deliverWebhook' and locked_at is null order by run_at`.execute(db);
  await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null
    and run_at > now()`.execute(db);
  return rows.map(({ seconds }) => seconds);
}
