import { setTimeout as pause } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { until } from '../faults/until.ts';
import type { Bench } from './bench.ts';
import type { Database } from './databases.ts';
import { compare, type Figure, median, quantile, type Measurements } from './measure.ts';
import { createConversations, createPeople, type SignedIn } from './people.ts';
import { call } from './posting.ts';
import { startMarketplace } from './processes.ts';
import { closeAll, subscribe } from './sockets.ts';

/** Reports per second in the busy case. */
const busyRate = 50;

/**
 * Compares an admin's queue at 50 reports a second with the queue at one a second. Measures the
 * time from accepting a report until the admin's socket names its case, and the time to load the
 * queue, which the page does once a second. Each report is about another listing. Throws if a
 * report does not reach the socket.
 */
export async function reportsBenchmark({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const database = await databases.empty();
  const people = await createPeople(database, 102);
  const [admin, seller, ...reporters] = people as [SignedIn, SignedIn, ...SignedIn[]];
  await database.pool.query('update users set is_admin = true where id = $1', [admin.id]);
  const seconds = scale.reportMs / 1_000;
  const needed = (scale.rounds + 1) * (Math.ceil(busyRate * seconds) + Math.ceil(seconds));
  const pairs = Array.from({ length: needed }, () => ({ buyer: admin, seller }));
  await createConversations(database, pairs);
  const { rows } = await database.pool.query<{ id: string }>('select id from listings');

  const ours = await startMarketplace(database.url, directory);
  const socket = await subscribe(ours.url, admin, { path: 'admin.events', first: '"stats"' });
  const shown = showCases(socket);
  let n = 0;
  const report = async () => {
    const { cookie } = reporters[n % reporters.length] ?? seller;
    const json = { targetType: 'listing', targetId: rows[n++]?.id, reason: 'scam' };
    const { result } = await call(`${ours.url}/trpc/moderation.report`, 'POST', { json, cookie });
    return { id: result?.data.id ?? '', at: performance.now() };
  };
  const load = async () => {
    const start = performance.now();
    await call(`${ours.url}/trpc/admin.reports?input={}`, 'GET', { cookie: admin.cookie });
    return performance.now() - start;
  };
  const measure = (perSecond: number) => async (): Promise<Measurements> => {
    const [accepted, loaded] = await Promise.all([
      steadily(perSecond, scale.reportMs, report),
      steadily(1, scale.reportMs, load),
    ]);
    const waits = await waitsOf(database, shown, accepted);
    return {
      'p50 ms': median(waits),
      'p99 ms': quantile(waits, 0.99),
      'queue p50 ms': median(loaded),
    };
  };
  const figures = await compare(scale.rounds, measure(1), [
    {
      work: `${busyRate} reports a second against one, until an admin sees them`,
      targets: {
        'p50 ms': { atMost: 1.2 },
        'p99 ms': { atMost: 1.2 },
        'queue p50 ms': { atMost: 1.5 },
      },
      limits: { 'p99 ms': { atMost: 1_000 } },
      measure: measure(busyRate),
    },
  ]);
  await closeAll([socket]);
  await ours.stop();
  return figures;
}

/** Calls `act` at a steady rate, without waiting for the calls before, and returns all results. */
function steadily<Result>(
  perSecond: number,
  milliseconds: number,
  act: () => Promise<Result>,
): Promise<Result[]> {
  const times = Math.ceil((perSecond * milliseconds) / 1_000);
  return Promise.all(
    Array.from({ length: times }, async (_, n) => {
      await pause((n * 1_000) / perSecond);
      return act();
    }),
  );
}

/** Records when the socket named each case, on the clock of `performance.now()`. */
function showCases(socket: WebSocket): Map<string, number> {
  const shown = new Map<string, number>();
  socket.on('message', (data: Buffer) => {
    const at = performance.now();
    for (const [, id = ''] of data.toString().matchAll(/"caseId":"([^"]+)"/g)) shown.set(id, at);
  });
  return shown;
}

/** Waits until the admin's socket has named every report's case. Returns the waits in ms. */
async function waitsOf(
  { pool }: Database,
  shown: Map<string, number>,
  accepted: { id: string; at: number }[],
): Promise<number[]> {
  const { rows } = await pool.query<{ id: string; case_id: string }>(
    'select id, case_id from reports where id = any($1::uuid[])',
    [accepted.map(({ id }) => id)],
  );
  const caseOf = new Map(rows.map((row) => [row.id, row.case_id]));
  const shownAt = (id: string) => shown.get(caseOf.get(id) ?? '');
  await until(() => {
    const missing = accepted.filter(({ id }) => shownAt(id) === undefined).length;
    return missing > 0 ? `${missing} of ${accepted.length} reports were not shown.` : null;
  }, 10_000);
  return accepted.map(({ id, at }) => Math.max(0, (shownAt(id) ?? 0) - at));
}
