import { createTableDigests, differingTables } from '../table-digests.ts';
import { findWrongCounters } from '../../features/messaging/messaging.fixtures.ts';
import { createWorld, type World } from '../access/world.ts';
import type { TestServer } from '../server.ts';
import { excessOf, headersOf } from './callers.ts';
import type { Case } from './cases.ts';
import { wrongMessages } from './messages.ts';
import { type Answer, inputOfCase, send } from './send.ts';
import { fieldsNotStored, garbageIn } from './stored.ts';

/** How many cases share a world. Each finds the changes of the ones before it. */
const inputsOfWorld = 60;

/** Calls that a server without a model, PayPal and temporary credentials refuses with 503. */
const notConfigured =
  /^(listings\.(?:describe|suggestDetails)|payments\.\w+|POST \/api\/generate-description|GET \/s3\/sts|\w+ \/paypal\/.*)$/;

/** Matches what a response must never contain: stack traces, paths, and texts of the database. */
const internals =
  /\n\s+at |node_modules|file:\/\/|server\/src\/|syntax error at or near|violates .* constraint|Kysely|ECONN/;

export interface Figures {
  inputs: number;
  accepted: number;
  refused: number;
  statuses: Record<number, number>;
  /** The problems found, one per line. */
  findings: string[];
}

export function noFigures(): Figures {
  return { inputs: 0, accepted: 0, refused: 0, statuses: {}, findings: [] };
}

export function addFigures(sum: Figures, more: Figures): void {
  sum.inputs += more.inputs;
  sum.accepted += more.accepted;
  sum.refused += more.refused;
  sum.findings.push(...more.findings);
  for (const [status, count] of Object.entries(more.statuses)) {
    sum.statuses[Number(status)] = (sum.statuses[Number(status)] ?? 0) + count;
  }
}

export async function runCases(server: TestServer, cases: readonly Case[]): Promise<Figures> {
  const { db } = server.ctx;
  const figures = noFigures();
  const digestsOf = await createTableDigests(db);
  let world = await createWorld(server);
  let headers = await headersOf(world);
  let seeds = new Map<unknown, unknown>();
  let known: Awaited<ReturnType<typeof digestsOf>> | null = null;

  const renew = async () => {
    for (const place of await garbageIn(db)) figures.findings.push(`garbage in ${place}`);
    // Conversations of deleted users accept no messages even without a block.
    const counters = (await findWrongCounters(db)) as { what: string }[];
    const wrong = counters.filter(({ what }) => what !== 'blocked');
    if (wrong.length > 0) figures.findings.push(`wrong counters: ${JSON.stringify(wrong[0])}`);
    world = await createWorld(server);
    headers = await headersOf(world);
    seeds = new Map();
    known = null;
  };
  /** Returns a valid input, created once for each world. */
  const seedOf = async ({ target, sent }: Case): Promise<unknown> => {
    if (!('seed' in sent)) return undefined;
    const make = target.seeds[sent.seed % Math.max(1, target.seeds.length)];
    if (!make || seeds.has(make)) return seeds.get(make);
    known = null;
    try {
      seeds.set(make, await make(world));
    } catch {
      // An earlier case may have deleted a person that this input needs.
      await renew();
      seeds.set(make, await make(world));
    }
    return seeds.get(make);
  };

  for (const [index, one] of cases.entries()) {
    if (index > 0 && index % inputsOfWorld === 0) await renew();
    const seed = await seedOf(one);
    const before = known ?? (await digestsOf());
    const complain = (what: string) => figures.findings.push(`${what}: ${described(one, index)}`);
    const answer = await send(one, headers[one.caller], { world, seed }).catch((error: Error) => {
      complain(`no answer (${error.message}, ${String(error.cause)})`);
      return null;
    });
    known = await digestsOf();
    figures.inputs++;
    if (!answer) continue;
    figures.statuses[answer.status] = (figures.statuses[answer.status] ?? 0) + 1;
    figures[answer.status < 400 ? 'accepted' : 'refused']++;
    for (const fault of faultsOf(one, answer)) complain(fault);
    const differing = differingTables(before, known);
    if (answer.status >= 400 && differing.length > 0) {
      complain(`${answer.status} and yet changed ${differing.join(', ')}`);
    }
    if (answer.status >= 400) continue;
    const changed = differing.length > 0;
    const excess = excessOf(one.caller, { target: one.target.name, changed });
    if (excess !== null) complain(excess);
    if (!changed) continue;
    const input = inputToStore(one, seed, world);
    const missing = input === undefined ? [] : await fieldsNotStored(db, one.target.name, input);
    if (missing.length > 0) complain(`not stored as sent: ${missing.join(', ')}`);
  }
  await renew();
  return figures;
}

function faultsOf({ target }: Case, { status, body, headers }: Answer): string[] {
  const faults: string[] = [];
  const isMissing = status === 503 && notConfigured.test(target.name);
  if (status >= 500 && !isMissing) faults.push(`status ${status} (${body.slice(0, 200)})`);
  if (status >= 400 && internals.test(body)) faults.push(`internals shown (${body.slice(0, 300)})`);
  if (status >= 400 && headers.get('content-type')?.startsWith('application/json')) {
    for (const message of wrongMessages(body)) faults.push(`not our words (${message})`);
  }
  if (headers.has('x-injected')) faults.push('a header was injected');
  if ('isAdmin' in {}) faults.push('the prototype of objects was changed');
  return faults;
}

/** Returns the input that an accepted call must have stored, or undefined if it is not known. */
function inputToStore(one: Case, seed: unknown, world: World): unknown {
  const { sent, target } = one;
  if (sent.kind === 'raw' || sent.kind === 'segments') return undefined;
  // This is what was sent: JSON cannot represent some values.
  const input =
    target.kind === 'procedure'
      ? inputOfCase(one, seed, world)
      : inputOfCase(one, (seed as { json?: unknown } | undefined)?.json, world);
  return input === undefined ? undefined : JSON.parse(JSON.stringify(input));
}

function described({ target, caller, sent }: Case, index: number): string {
  return `input ${index}, ${target.name} as ${caller}, ${JSON.stringify(sent).slice(0, 600)}`;
}
