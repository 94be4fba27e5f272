import { expect, test } from 'vitest';
import { countAudit, judgeAudit } from './check.ts';

const report = (severity: string) =>
  JSON.stringify(
    {
      vulnerabilities: { leaky: { name: 'leaky', severity } },
      metadata: { vulnerabilities: { [severity]: 1 } },
    },
    null,
    2,
  );

test.each(['high', 'critical'])(
  'a hole of %s severity fails, by the name of the package',
  (severity) => {
    const noise = 'npm warn Unknown user config {x}\n';
    expect(judgeAudit(noise + report(severity))).toEqual({
      verdict: 'FAILED',
      said: `leaky (${severity})`,
    });
  },
);

test.each(['low', 'moderate'])('a hole of %s severity does not', (severity) => {
  expect(judgeAudit(report(severity)).verdict).toBe('ok');
});

test.each([
  '',
  'npm error audit endpoint returned an error',
  '{\n  "message": "405 Method Not Allowed",\n  "error": { "summary": "" }\n}',
  '{\n  "metadata": {}\n}',
])('a registry without an answer is "not audited" and never ok: %j', (output) => {
  expect(judgeAudit(output)).toEqual({
    verdict: 'not audited',
    said: 'the registry gave no audit',
  });
});

test('an audit that was not done counts as neither passed nor failed', () => {
  expect(countAudit('ok')).toEqual({ passed: 1, failed: 0 });
  expect(countAudit('not audited')).toEqual({ passed: 0, failed: 0 });
});
