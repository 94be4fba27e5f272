import { type Outcome, run } from './run.ts';
import type { Counts } from './test-counts.ts';

const checks: Record<string, () => Promise<Outcome>> = {
  types: () => tool('tsc', '--project', 'tsconfig.json'),
  'types of the server': () => tool('tsc', '--project', 'server/tsconfig.json'),
  'types of the client': checkClientTypes,
  'types of the service worker': () => tool('tsc', '--project', 'client/tsconfig.worker.json'),
  'lint and boundaries': () => tool('oxlint'),
  formatting: () => tool('oxfmt', '--check'),
  'dead code': () => tool('knip', '--no-progress'),
  structure: () => tool('node', 'scripts/structure.ts'),
  'generated types': () => tool('node', 'db/src/cli/types.ts', '--verify'),
};

const tool = (...command: string[]) => run(command, { keep: true });

/** Checks the client, which imports types of the server. Errors in the server do not count here. */
async function checkClientTypes(): Promise<Outcome> {
  const { code, output } = await tool('tsc', '--project', 'client/tsconfig.json');
  if (code !== 0 && !/^\S+\(\d+,\d+\): error /m.test(output)) return { code, output };
  const errors = output.split('\n').filter((line) => /^(client|shared)\//.test(line));
  return { code: errors.length > 0 ? 1 : 0, output: errors.join('\n') };
}

/** `npm run check`: runs all checks in parallel, and prints and counts each one. */
export async function runChecks(): Promise<Counts> {
  // The audit starts first, because it may have to wait for the registry.
  const auditing = tool('npm', 'audit', '--omit=dev', '--audit-level=high', '--json');
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const start = performance.now();
      const { code, output } = await check();
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      if (code !== 0) console.log(output.trim().replaceAll(/^/gm, '       '));
      return code === 0;
    }),
  );
  const { verdict, said } = judgeAudit((await auditing).output);
  console.log(`${verdict.padEnd(6)} dependencies: ${said}`);
  const counted = countAudit(verdict);
  const passed = results.filter(Boolean).length;
  return { passed: passed + counted.passed, failed: results.length - passed + counted.failed };
}

interface AuditReport {
  metadata?: object;
  vulnerabilities?: Record<string, { name: string; severity: string }>;
}

/** `not audited`: the registry did not answer, so nothing is known. */
type Verdict = 'ok' | 'FAILED' | 'not audited';

/** Judges the combined output of `npm audit --json`, from stdout and stderr. */
export function judgeAudit(output: string): { verdict: Verdict; said: string } {
  const report = reportIn(output);
  if (!report?.metadata || !report.vulnerabilities) {
    return { verdict: 'not audited', said: 'the registry gave no audit' };
  }
  const bad = Object.values(report.vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity }) => `${name} (${severity})`);
  if (bad.length === 0) return { verdict: 'ok', said: 'no known hole of high severity' };
  return { verdict: 'FAILED', said: bad.join(', ') };
}

/** Ignores a missing audit. Vulnerabilities count only in CI, so that they block no local work. */
export function countAudit(verdict: Verdict): Counts {
  const hasFailed = verdict === 'FAILED' && Boolean(process.env['CI']);
  return { passed: verdict === 'ok' ? 1 : 0, failed: hasFailed ? 1 : 0 };
}

function reportIn(output: string): AuditReport | undefined {
  try {
    return JSON.parse(output.slice(output.indexOf('{\n'), output.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const { failed } = await runChecks();
  process.exitCode = failed > 0 ? 1 : 0;
}
