import { run } from './run.ts';
import type { Counts } from './test-counts.ts';

interface AuditReport {
  metadata?: object;
  vulnerabilities?: Record<string, { name: string; severity: string }>;
}

/** `not audited` where the registry gave no answer: then nothing is known, good or bad. */
type Verdict = 'ok' | 'FAILED' | 'not audited';

interface Audit {
  verdict: Verdict;
  said: string;
}

/** Known holes of `high` severity or above in what the product runs on. */
export async function auditDependencies(): Promise<Audit> {
  const { output } = await run(['npm', 'audit', '--omit=dev', '--audit-level=high', '--json'], {
    keep: true,
  });
  return judgeAudit(output);
}

/** Judges what `npm audit --json` printed, on both of its outputs. */
export function judgeAudit(output: string): Audit {
  const report = reportIn(output);
  if (!report?.metadata || !report.vulnerabilities) {
    return { verdict: 'not audited', said: 'the registry gave no audit' };
  }
  const bad = Object.values(report.vulnerabilities).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  );
  if (bad.length === 0) return { verdict: 'ok', said: 'no known hole of high severity' };
  return {
    verdict: 'FAILED',
    said: bad.map(({ name, severity }) => `${name} (${severity})`).join(', '),
  };
}

/** An audit that was not done counts as nothing; a hole counts in CI alone, as others work on. */
export function countAudit(verdict: Verdict): Counts {
  const hasFailed = verdict === 'FAILED' && Boolean(process.env['CI']);
  return { passed: verdict === 'ok' ? 1 : 0, failed: hasFailed ? 1 : 0 };
}

function reportIn(output: string): AuditReport | undefined {
  const json = output.slice(output.indexOf('{\n'), output.lastIndexOf('}') + 1);
  try {
    return JSON.parse(json) as AuditReport;
  } catch {
    return undefined;
  }
}
