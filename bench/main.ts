import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, fullScale, quickScale } from './bench.ts';
import { openDatabases } from './databases.ts';
import { deepPageWork } from './deep-page.ts';
import { listWork } from './list.ts';
import type { Figure } from './measure.ts';
import { overloadWork } from './overload.ts';
import { readingWork } from './reading.ts';
import { renderingWork } from './rendering.ts';
import { scaleWork } from './scale.ts';
import { searchWork } from './search.ts';
import { sendingWork } from './sending.ts';
import { socketMemoryWork } from './socket-memory.ts';
import { tableOf } from './table.ts';

const works = {
  list: listWork,
  search: searchWork,
  rendering: renderingWork,
  scale: scaleWork,
  'deep-page': deepPageWork,
  sending: sendingWork,
  'socket-memory': socketMemoryWork,
  reading: readingWork,
  overload: overloadWork,
};

/** `npm run bench -- --quick --only list,search`; without either all works at full scale. */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: Object.keys(works).join(',') },
  },
});
const chosen = values.only.split(',');
const unknown = chosen.find((name) => !(name in works));
if (unknown !== undefined) {
  console.error(`--only is ${unknown}; allowed: ${Object.keys(works).join(', ')}.`);
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const started = new Date();
const log = (line: string) => console.log(line);
const directory = mkdtempSync(join(tmpdir(), 'marketplace-bench-'));
const databases = await openDatabases(log);
const bench: Bench = { databases, directory, log, scale: values.quick ? quickScale : fullScale };
const figures: Figure[] = [];
try {
  for (const [name, work] of Object.entries(works)) {
    if (!chosen.includes(name)) continue;
    const start = performance.now();
    const found = await work(bench);
    figures.push(...found);
    log(`\n${name} (${Math.round((performance.now() - start) / 1_000)} s)\n${tableOf(found)}`);
  }
} finally {
  await databases.close();
  rmSync(directory, { recursive: true, force: true });
}

const results = join(import.meta.dirname, 'results');
mkdirSync(results, { recursive: true });
const file = join(results, `${started.toISOString().replaceAll(/[:.]/g, '-')}.json`);
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
writeFileSync(
  file,
  `${JSON.stringify({ started, machine, scale: bench.scale, figures }, null, 2)}\n`,
);
const missed = figures.filter(({ isMet }) => !isMet).length;
log(`\n${figures.length - missed} of ${figures.length} reached; ${file}`);
