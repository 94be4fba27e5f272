import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@marketplace/server/test/free-port';
import { until } from '../faults/until.ts';
import type { Bench } from './bench.ts';
import { type Figure, judge, median } from './measure.ts';

const root = join(import.meta.dirname, '..');
const withinMs = 120_000;

/** Measures the first `npm start` in a clone of this checkout, until the server answers. */
export async function startBenchmark({ scale }: Bench): Promise<Figure[]> {
  const seconds: number[] = [];
  for (let round = 0; round < scale.rounds; round++) {
    // The clone is on the same file system as the checkout, so that its packages can be hard links.
    const clone = await mkdtemp(join(import.meta.dirname, 'data', 'start-'));
    try {
      await run('git', ['clone', '--quiet', '--local', root, clone]);
      await run('cp', ['-al', join(root, 'node_modules'), clone]);
      // Otherwise the database would wait until the copy is written to disk.
      await run('sync', []);
      seconds.push((await startIn(clone)) / 1_000);
    } finally {
      await rm(clone, { recursive: true, force: true });
    }
  }
  const work = 'the first start, with packages installed';
  const target = { atMost: 8 };
  return [judge({ work, unit: 's', target, ours: median(seconds), rounds: scale.rounds })];
}

async function startIn(directory: string): Promise<number> {
  const port = await freePort();
  const server = spawn('npm', ['start'], {
    cwd: directory,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const url = `http://127.0.0.1:${port}/listings`;
  const took = await until(
    async () => ((await fetch(url)).ok ? null : 'no answer yet'),
    withinMs,
  ).finally(() => process.kill(-(server.pid ?? 0), 'SIGTERM'));
  await once(server, 'exit');
  return took;
}

async function run(command: string, parameters: string[]): Promise<void> {
  const [code] = await once(spawn(command, parameters, { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
}
