import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.ts';
import { run } from './run.ts';
import { countPlaywright, countVitest } from './test-counts.ts';

/**
 * `npm test`: the checks, then the tests, then the browser tests, all of them even when one fails.
 * The last line is `N passed, N failed`, where each check counts as one.
 */
const reports = mkdtempSync(join(tmpdir(), 'marketplace-reports-'));
const unitReport = join(reports, 'vitest.json');
const browserReport = join(reports, 'playwright.json');

function readReport(path: string) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

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

const playwright = await run(['playwright', 'test', '--reporter=list,json'], {
  keep: false,
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
});
const browser = countPlaywright(readReport(browserReport), playwright.code);

rmSync(reports, { recursive: true, force: true });
const parts = { checks, tests: units, 'browser tests': browser };
for (const [name, { passed, failed }] of Object.entries(parts)) {
  console.log(`${name}: ${passed} passed, ${failed} failed`);
}
const passed = checks.passed + units.passed + browser.passed;
const failed = checks.failed + units.failed + browser.failed;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
