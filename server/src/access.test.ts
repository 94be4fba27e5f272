import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from './app.ts';
import { startUnlimited } from './realtime/realtime.fixtures.ts';
import { procedures } from './router.ts';
import { mailboxesOf } from './test/access/addresses.ts';
import {
  type Answer,
  callOverSocket,
  callProcedure,
  callRoute,
  cookiesOf,
  emailOf,
  type ProcedureCall,
} from './test/access/call.ts';
import { routesOf } from './test/access/known-routes.ts';
import { procedureRows } from './test/access/procedure-rows.ts';
import { routeRows } from './test/access/route-rows.ts';
import {
  everybody,
  type Expected,
  type Role,
  roles,
  type Statuses,
} from './test/access/statuses.ts';
import { createWorld, type World } from './test/access/world.ts';
import { createTestDatabase, type TestDatabase } from './test/database.ts';
import type { TestServer } from './test/server.ts';
import { createTableDigests, differingTables } from './test/table-digests.ts';

let database: TestDatabase;
let server: TestServer;
let digests: Awaited<ReturnType<typeof createTableDigests>>;
const announced: string[] = [];
/** The data of the next call; null after an accepted call, which may have changed it. */
let world: World | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startUnlimited(database);
  digests = await createTableDigests(database.db);
  const { changed } = server.ctx.hub.listings;
  vi.spyOn(server.ctx.hub.listings, 'changed').mockImplementation((ids) => {
    announced.push(...ids.map((id) => id.toLowerCase()));
    changed(ids);
  });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

interface Line {
  expected: Statuses;
  /** True if an accepted call changes nothing. */
  reads: boolean;
  /** Creates the data for a valid call, and returns the call. */
  prepare(world: World): Promise<(cookie: string) => Promise<Answer>>;
}

/**
 * Returns the status for each role, the tables that refused calls changed, the addresses of others
 * that responses contained, and the listings that changed without an announcement to open pages.
 */
async function outcomeOf({ expected, reads, prepare }: Line) {
  const statuses: Partial<Record<Role, Expected>> = {};
  const changed: string[] = [];
  const shown: string[] = [];
  const unannounced: string[] = [];
  let call: Awaited<ReturnType<Line['prepare']>> | null = null;
  const ask = async (role: Role) => {
    world ??= await createWorld(server);
    call ??= await prepare(world);
    const before = reads ? null : await versions();
    const answer = await call(cookiesOf(world, role));
    const ids = before ? await unannouncedSince(before) : [];
    unannounced.push(...ids.map((id) => `${id} by ${role}`));
    const isNothing = expected[role] === 'nothing' && answer.status === 200;
    statuses[role] = isNothing ? 'nothing' : answer.status;
    const own = emailOf(world, role);
    const others = mailboxesOf(answer).filter((mailbox) => !own.startsWith(mailbox));
    if (role !== 'admin') shown.push(...others.map((mailbox) => `${mailbox} to ${role}`));
  };

  const isRefused = (role: Role) => expected[role] === 'nothing' || expected[role] >= 400;
  const refused = roles.filter(isRefused);
  if (refused.length > 0) {
    world ??= await createWorld(server);
    call = await prepare(world);
    const before = await digests();
    for (const role of refused) await ask(role);
    changed.push(...differingTables(before, await digests()));
  }
  for (const role of roles.filter((role) => !isRefused(role))) {
    await ask(role);
    if (!reads) [world, call] = [null, null];
  }
  if (changed.length > 0) world = null;
  return { statuses, changed, shown, unannounced };
}

/** Returns the version of each listing, which grows with each change that others can see. */
async function versions(): Promise<Map<string, number>> {
  const rows = await database.db.selectFrom('listings').select(['id', 'version']).execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Returns the listings that have changed since then without an announcement. */
async function unannouncedSince(before: Map<string, number>): Promise<string[]> {
  const told = new Set(announced.splice(0));
  const now = await versions();
  return [...before].flatMap(([id, version]) =>
    now.get(id) === version || told.has(id) ? [] : id,
  );
}

/** Returns the names of rows without the words that tell several cases of a name apart. */
const namesIn = (rows: object, words: number) => [
  ...new Set(Object.keys(rows).map((name) => name.split(' ').slice(0, words).join(' '))),
];

function procedureOf(row: string): Pick<ProcedureCall, 'name' | 'type'> {
  const [name = ''] = row.split(' ');
  return { name, type: procedures[name]?._def.type ?? 'query' };
}

/** The mutations that are also available over a socket. */
const repeatable = ['messaging.send'];

describe('every procedure', () => {
  it('has a row in the matrix', () => {
    expect(namesIn(procedureRows, 1).sort()).toEqual(Object.keys(procedures).sort());
  });

  it.each(Object.entries(procedureRows))(
    '%s responds as the matrix says, and shows no address of others',
    async (row, [expected, inputOf]) => {
      const { name, type } = procedureOf(row);
      const prepare = async (world: World) => {
        const input = await inputOf?.(world);
        return (cookie: string) => callProcedure(server, cookie, { name, type, input });
      };
      const outcome = await outcomeOf({ expected, reads: type !== 'mutation', prepare });
      expect(outcome).toEqual({ statuses: expected, changed: [], shown: [], unannounced: [] });
    },
  );

  it('is available over a socket to the same roles as over HTTP if it reads or is repeatable', async () => {
    for (const [row, [expected, inputOf]] of Object.entries(procedureRows)) {
      const { name, type } = procedureOf(row);
      if (type === 'subscription') continue;
      const current = (world ??= await createWorld(server));
      const isServed = type === 'query' || repeatable.includes(name);
      const input = isServed ? await inputOf?.(current) : {};
      const call = { name, type, input };
      const outcomes = Object.fromEntries(
        await Promise.all(
          roles.map(async (role) => {
            const { status } = await callOverSocket(server, cookiesOf(current, role), call);
            return [role, status] as const;
          }),
        ),
      );
      expect({ row, ...outcomes }).toEqual({
        row,
        ...(isServed ? expected : everybody(404)),
      });
    }
  });
});

describe('every route', () => {
  it('has a row in the matrix', async () => {
    const routes = await routesOf(async () => (await buildApp(server.ctx)).close());
    // Procedures have rows of their own.
    const others = routes.filter((route) => !/ \/trpc(\/:path)?$/.test(route));
    expect(namesIn(routeRows, 2).sort()).toEqual(others);
  });

  it.each(Object.entries(routeRows))(
    '%s responds as the matrix says, and shows no address of others',
    async (row, [expected, callOf]) => {
      const route = row.split(' ').slice(0, 2).join(' ');
      const prepare = async (world: World) => {
        const call = await callOf?.(world);
        return (cookie: string) => callRoute(server, cookie, { route, ...call });
      };
      const outcome = await outcomeOf({ expected, reads: route.startsWith('GET '), prepare });
      expect(outcome).toEqual({ statuses: expected, changed: [], shown: [], unannounced: [] });
    },
  );
});
