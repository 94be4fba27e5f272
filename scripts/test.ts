import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyUnavailable } from '../server/src/test/debian-programs.ts';
import { runChecks } from './check.ts';
import { root, run } from './run.ts';
import { countPlaywright, countVitest } from './test-counts.ts';

/**
 * `npm test`: the checks, then the tests, then the benchmarks' works once each, then the browser tests,
 * all of them even when one fails.
 * The last line is `N passed, N failed`, where each check counts as one.
 */
const reports = mkdtempSync(join(tmpdir(), 'marketplace-reports-'));
const unitReport = join(reports, 'vitest.json');
const browserReport = join(reports, 'playwright.json');
const s3Report = join(reports, 'playwright-s3.json');

function readReport(path: string) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

// The server is started a hundred times, and half of a start is to strip and compile its code.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/compile');

const checks = await runChecks();

const vitest = await run(
  [
    ...['vitest', 'run', '--config', 'vitest.workspace.ts'],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
  ],
  { keep: false },
);
const units = countVitest(readReport(unitReport), {
  code: vitest.code,
  maySkip: !process.env.CI,
});

// Whether they work, not how fast.
const { code } = await run(['node', 'bench/main.ts', '--quick'], { keep: false });
const benchmarks = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };

const playwright = await run(['playwright', 'test', '--reporter=list,json'], {
  keep: false,
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
});
const browser = countPlaywright(readReport(browserReport), playwright.code);

// The uploads once more, against a real S3 server, and the descriptions; where there is none, a line has said so.
const s3 = { passed: 0, failed: 0 };
if (!(await whyUnavailable('S3'))) {
  const uploads = await run(['playwright', 'test', '--reporter=list,json'], {
    keep: false,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: s3Report, E2E_S3: '1' },
  });
  Object.assign(s3, countPlaywright(readReport(s3Report), uploads.code));
}

rmSync(reports, { recursive: true, force: true });
const results = {
  checks,
  tests: units,
  benchmarks,
  'browser tests': browser,
  'browser tests on S3': s3,
};
for (const [name, { passed, failed }] of Object.entries(results)) {
  console.log(`${name}: ${passed} passed, ${failed} failed`);
}
const all = Object.values(results);
const passed = all.reduce((sum, part) => sum + part.passed, 0);
const failed = all.reduce((sum, part) => sum + part.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
