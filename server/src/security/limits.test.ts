import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payPalOf } from '../features/payments/payments.fixtures.ts';
import { createOpenAiDescriber } from '../platform/describer.ts';
import { createLimiter, type Limiter } from '../platform/limiter.ts';
import { procedures } from '../router.ts';
import { callProcedure, callRoute, cookiesOf, type RestCall } from '../test/access/call.ts';
import { procedureRows } from '../test/access/procedure-rows.ts';
import { routeRows } from '../test/access/route-rows.ts';
import { createWorld } from '../test/access/world.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startModelServer } from '../test/fake-openai.ts';
import { type PayPalServer, startPayPalServer } from '../test/paypal-server.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
import { createTableDigests, differingTables } from '../test/table-digests.ts';
import { limited } from './limited-calls.fixtures.ts';

let database: TestDatabase;
let paypal: PayPalServer;
let model: Awaited<ReturnType<typeof startModelServer>>;
let server: TestServer;
/** The rule that allows only one call. */
let strict = '';

beforeAll(async () => {
  database = await createTestDatabase();
  paypal = await startPayPalServer();
  model = await startModelServer();
  const tight = createLimiter(database.pool, 1e-9);
  const wide = createLimiter(database.pool, 1e6);
  const limiter: Limiter = {
    take: (rule, key) => (rule.name === strict ? tight : wide).take(rule, key),
    giveBack: wide.giveBack,
    pointsOf: (rule) => (rule.name === strict ? tight : wide).pointsOf(rule),
  };
  server = await startTestServer(database, {
    ...payPalOf(paypal),
    describer: createOpenAiDescriber({ apiKey: 'key', baseUrl: model.url, model: 'eyes-1' }),
    limiter,
  });
});
afterAll(async () => {
  await server.close();
  await model.close();
  await paypal.close();
  await database.close();
});

it('has a call for every rate limit', () => {
  const folder = join(import.meta.dirname, '..');
  const code = globSync('**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const rules = code.flatMap((text) =>
    [...text.matchAll(/ = per(?:Minute|Hour|Day)\(\s*'([\w-]+)'/g)].map(([, name]) => name),
  );
  expect(rules.length).toBeGreaterThan(0);
  expect(Object.keys(limited).sort()).toEqual(rules.sort());
});

const calls = Object.entries(limited).flatMap(([rule, list]) =>
  list.map((call) => ({ rule, name: call[0], call })),
);

it.each(calls)(
  'responds 429 with Retry-After to $name over the limit $rule, and changes nothing',
  async ({ rule, call: [name, role, make] }) => {
    strict = '';
    const world = await createWorld(server);
    await database.db
      .updateTable('users')
      .set({ canUsePaypal: true })
      .where('id', '=', world.owner.id)
      .execute();
    await database.db.deleteFrom('rateLimits').execute();
    const digestsOf = await createTableDigests(database.db);
    const rows = name.includes(' ') ? routeRows : procedureRows;
    const once = async () => {
      strict = '';
      const input = await (make ?? rows[name]?.[1])?.(world);
      const before = await digestsOf();
      strict = rule;
      const answer = await ask(cookiesOf(world, role), name, input);
      return { ...answer, changed: differingTables(before, await digestsOf()) };
    };
    const first = await once();
    // Creating the first input may have used up the limit.
    const last = first.status === 429 ? first : await once();
    expect([name, last.status]).toEqual([name, 429]);
    expect(Number(last.retryAfter)).toBeGreaterThan(0);
    expect(last.changed).toEqual([]);
    const body: unknown = JSON.parse(last.body.toString());
    const message = expect.stringMatching(/again|wait/);
    expect(body).toMatchObject(
      name.includes(' ')
        ? { message }
        : { error: { message, data: { retryAfter: Number(last.retryAfter) } } },
    );
  },
);

function ask(cookie: string, name: string, input: unknown) {
  const type = procedures[name]?._def.type;
  return type
    ? callProcedure(server, cookie, { name, type, input })
    : callRoute(server, cookie, { route: name, ...(input as RestCall | undefined) });
}
