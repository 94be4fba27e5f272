import { run } from './run.ts';

interface AuditReport {
  metadata?: { vulnerabilities: Record<string, number> };
  vulnerabilities?: Record<string, { name: string; severity: string }>;
}

/**
 * Known holes of `high` severity or above in what the product runs on. A registry that keeps no list of
 * them, or that cannot be reached, is said and is no failure: then nothing was found out.
 */
export async function auditDependencies(): Promise<{ ok: boolean; said: string }> {
  const { output } = await run(['npm', 'audit', '--omit=dev', '--audit-level=high', '--json'], {
    keep: true,
  });
  return judgeAudit(output);
}

/** Judges what `npm audit --json` printed, on both of its outputs. */
export function judgeAudit(output: string): { ok: boolean; said: string } {
  const report = reportIn(output);
  if (!report?.metadata) return { ok: true, said: 'not done: the registry gave no audit' };
  const bad = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  );
  if (bad.length === 0) return { ok: true, said: 'no known hole of high severity' };
  return { ok: false, said: bad.map(({ name, severity }) => `${name} (${severity})`).join(', ') };
}

function reportIn(output: string): AuditReport | undefined {
  const json = output.slice(output.indexOf('{\n'), output.lastIndexOf('}') + 1);
  try {
    return JSON.parse(json) as AuditReport;
  } catch {
    return undefined;
  }
}
