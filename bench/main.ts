import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Bench, fullScale, smallScale, quickScale } from './bench.ts';
import { openDatabases } from './databases.ts';
import { dayBenchmark } from './day.ts';
import { deepPageBenchmark } from './deep-page.ts';
import { listBenchmark } from './list.ts';
import { matchingBenchmark } from './matching.ts';
import type { Figure } from './measure.ts';
import { overloadBenchmark } from './overload.ts';
import { postingBenchmark } from './posting.ts';
import { readingBenchmark } from './reading.ts';
import { renderingBenchmark } from './rendering.ts';
import { reportsBenchmark } from './reports.ts';
import { scaleBenchmark } from './scale.ts';
import { searchBenchmark } from './search.ts';
import { crowdBenchmark, sendingBenchmark } from './sending.ts';
import { socketMemoryBenchmark } from './socket-memory.ts';
import { startBenchmark } from './start.ts';
import { tableOf } from './table.ts';
import { watchingBenchmark } from './watching.ts';

const benchmarks = {
  list: listBenchmark,
  search: searchBenchmark,
  matching: matchingBenchmark,
  rendering: renderingBenchmark,
  scale: scaleBenchmark,
  'deep-page': deepPageBenchmark,
  sending: sendingBenchmark,
  'socket-memory': socketMemoryBenchmark,
  crowd: crowdBenchmark,
  reading: readingBenchmark,
  posting: postingBenchmark,
  reports: reportsBenchmark,
  watching: watchingBenchmark,
  overload: overloadBenchmark,
  day: dayBenchmark,
  start: startBenchmark,
};

/**
 * Runs all benchmarks at full scale, or fewer with `npm run bench -- --small --only list,search`.
 * `--quick` runs each for a moment, to check that it works. Exits with 1 when a benchmark fails,
 * whatever its results are.
 */
const { values } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: Object.keys(benchmarks).join(',') },
  },
});
const chosen = values.only.split(',');
const unknown = chosen.find((name) => !(name in benchmarks));
if (unknown !== undefined) {
  console.error(`--only is ${unknown}; allowed: ${Object.keys(benchmarks).join(', ')}.`);
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const benchmarkTimeoutMs = values.quick ? 300_000 : 1_800_000;
const started = new Date();
const log = (line: string) => console.log(line);
const directory = mkdtempSync(join(tmpdir(), 'marketplace-bench-'));
const databases = await openDatabases(log);
const scale = values.quick ? quickScale : values.small ? smallScale : fullScale;
const bench: Bench = { databases, directory, log, scale };
const figures: Figure[] = [];
const failed: string[] = [];
try {
  for (const [name, run] of Object.entries(benchmarks)) {
    if (!chosen.includes(name)) continue;
    const start = performance.now();
    const late = pause(benchmarkTimeoutMs, undefined, { ref: false }).then(() => {
      throw new Error('It takes too long.');
    });
    const found = await Promise.race([run(bench), late]).catch((error: unknown) => {
      console.error(`${name} failed:`, error);
      return undefined;
    });
    if (!found || found.some(({ unit, isMet }) => unit === 'errors' && !isMet)) failed.push(name);
    figures.push(...(found ?? []));
    log(`\n${name} (${Math.round((performance.now() - start) / 1_000)} s)`);
    if (found && !values.quick) log(tableOf(found));
  }
} finally {
  await databases.close();
  rmSync(directory, { recursive: true, force: true });
}

if (!values.quick) writeResults();
if (failed.length > 0) log(`failed: ${failed.join(', ')}`);
// A failed benchmark may leave something open that would keep this process running.
process.exit(failed.length > 0 ? 1 : 0);

function writeResults(): void {
  const results = join(import.meta.dirname, 'results');
  mkdirSync(results, { recursive: true });
  const file = join(results, `${started.toISOString().replaceAll(/[:.]/g, '-')}.json`);
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  writeFileSync(file, `${JSON.stringify({ started, machine, scale, figures }, null, 2)}\n`);
  const missed = figures.filter(({ isMet }) => !isMet).length;
  log(`\n${figures.length - missed} of ${figures.length} reached; ${file}`);
}
