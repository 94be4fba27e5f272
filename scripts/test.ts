import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyUnavailable } from '../server/src/test/debian-programs.ts';
import { runChecks } from './check.ts';
import { root, run } from './run.ts';
import { type Counts, countPlaywright, countVitest, failuresOf } from './test-counts.ts';

/**
 * `npm test`: runs the checks, tests, benchmarks, rolling deployment and browser tests, even when
 * one fails. The last line is `N passed, N failed`, where each check counts as one.
 */
const reports = mkdtempSync(join(tmpdir(), 'marketplace-reports-'));
const failures: string[] = [];
const reportOf = (name: string) => join(reports, `${name}.json`);

function readReport(name: string) {
  const path = reportOf(name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

async function runVitest(name: string, ...args: string[]): Promise<Counts> {
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
  ];
  const command = ['vitest', 'run', '--config', 'vitest.workspace.ts', ...args, ...reporters];
  const { code } = await run(command, { keep: false });
  const report = readReport(name);
  failures.push(...failuresOf(report));
  return countVitest(report, { code, maySkip: !process.env.CI });
}

async function runPlaywright(name: string, given: Record<string, string> = {}): Promise<Counts> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name), ...given };
  const { code } = await run(['playwright', 'test', '--reporter=list,json'], { keep: false, env });
  return countPlaywright(readReport(name), code);
}

/** Checks that the benchmarks work, not their speed, so they run with low priority. */
async function runBenchmarks(): Promise<Counts> {
  const bench = ['nice', '-n', '19', 'node', 'bench/main.ts', '--quick'];
  const { code, output } = await run(bench, { keep: true });
  console.log(output);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

/** Runs the browser tests of files on a real S3 server, unless it is not installed. */
async function runOnS3(): Promise<Counts> {
  if (await whyUnavailable('S3')) return { passed: 0, failed: 0 };
  return runPlaywright('playwright-s3', { E2E_S3: '1' });
}

/** Runs next to the benchmarks only: its proxies give up when the machine is busy. */
async function runRollingAndS3() {
  return { rolling: await runVitest('rolling', '--project', 'rolling'), s3: await runOnS3() };
}

// The tests start the server a hundred times, and half of a start is compiling its code.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compile');

const checks = await runChecks();
const tests = await runVitest('vitest', '--project', '!rolling');
const [{ rolling, s3 }, benchmarks] = await Promise.all([runRollingAndS3(), runBenchmarks()]);
const browser = await runPlaywright('playwright');

rmSync(reports, { recursive: true, force: true });
const results = {
  checks,
  tests,
  'rolling deployment': rolling,
  benchmarks,
  'browser tests': browser,
  'browser tests on S3': s3,
};
for (const failure of failures) console.log(`\n${failure}\n`);
for (const [name, { passed, failed }] of Object.entries(results)) {
  console.log(`${name}: ${passed} passed, ${failed} failed`);
}
const all = Object.values(results);
const passed = all.reduce((sum, part) => sum + part.passed, 0);
const failed = all.reduce((sum, part) => sum + part.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
