import { pino } from 'pino';
import { expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { fetchDocument } from '../../rest/openapi.fixtures.ts';
import { routesOf } from '../access/known-routes.ts';
import { createTestDatabase } from '../database.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { casesOf } from './cases.ts';
import { addFigures, noFigures, runCases } from './run.ts';
import { procedureTargets, routeTargets } from './targets.ts';

// `npm run test:fuzz` runs more cases.
const inputs = Number(process.env['FUZZ_INPUTS'] ?? 300);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
/**
 * How many cases share a database. The more it contains, the slower is each check of all its
 * tables.
 */
const inputsOfDatabase = 1_000;

const failures: string[] = [];

async function withServer<Result>(act: (server: TestServer) => Promise<Result>): Promise<Result> {
  const database = await createTestDatabase();
  const log = pino(
    { level: 'error' },
    { write: (line) => void failures.push(line.slice(0, 3_000)) },
  );
  const limiter = createLimiter(database.pool, 1_000_000);
  const server = await startTestServer(database, { log, limiter });
  try {
    return await act(server);
  } finally {
    await server.close();
    await database.close();
  }
}

it(
  `holds against ${inputs} generated inputs, at every procedure and every route`,
  async () => {
    const routes = await withServer(async (server) =>
      routeTargets(
        await routesOf(async () => (await buildApp(server.ctx)).close()),
        await fetchDocument(server),
      ),
    );
    const targets = [...procedureTargets(), ...routes];
    const cases = casesOf(targets, inputs, seed);
    const sum = noFigures();
    for (let at = 0; at < cases.length; at += inputsOfDatabase) {
      const some = cases.slice(at, at + inputsOfDatabase);
      addFigures(sum, await withServer((server) => runCases(server, some)));
    }
    const { findings, ...figures } = sum;
    const said = JSON.stringify({ seed, targets: targets.length, ...figures });
    if (process.env['FUZZ_INPUTS']) process.stdout.write(`${said}\n`);
    expect({ findings, failures: findings.length > 0 ? failures : [] }).toEqual({
      findings: [],
      failures: [],
    });
    expect(figures.accepted).toBeGreaterThan(inputs / 10);
  },
  60_000 + inputs * 200,
);
