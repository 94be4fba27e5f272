import { auditDependencies, countAudit } from './audit.ts';
import { run } from './run.ts';
import type { Counts } from './test-counts.ts';

const checks = {
  types: ['tsc', '--noEmit', '--project', 'tsconfig.json'],
  'types for browsers': ['node', 'scripts/browser-types.ts'],
  'lint and boundaries': ['oxlint'],
  formatting: ['oxfmt', '--check'],
  'dead code': ['knip', '--no-progress'],
  structure: ['node', 'scripts/structure.ts'],
  'generated types': ['node', 'db/src/cli/types.ts', '--verify'],
} as const;

/**
 * `npm run check`: everything that can be said about the code without running it. Runs all checks side
 * by side, prints how each went, and counts each as one test.
 */
export async function runChecks(): Promise<Counts> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, command]) => {
      const start = performance.now();
      const { code, output } = await run(command, { keep: true });
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      if (code !== 0) console.log(output.trim().replaceAll(/^/gm, '       '));
      return code === 0;
    }),
  );
  const audit = await auditDependencies();
  console.log(`${audit.verdict.padEnd(6)} dependencies: ${audit.said}`);
  const counted = countAudit(audit.verdict);
  const passed = results.filter(Boolean).length;
  return {
    passed: passed + counted.passed,
    failed: results.length - passed + counted.failed,
  };
}

if (import.meta.main) {
  const { failed } = await runChecks();
  process.exitCode = failed > 0 ? 1 : 0;
}
