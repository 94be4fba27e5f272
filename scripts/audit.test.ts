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
  'a vulnerability of %s severity fails the check and is named with its package',
  (severity) => {
    const noise = 'npm warn Unknown user config {x}\n';
    expect(judgeAudit(noise + report(severity))).toEqual({
      verdict: 'FAILED',
      said: `leaky (${severity})`,
    });
  },
);

test.each(['low', 'moderate'])('a vulnerability of %s severity passes the check', (severity) => {
  expect(judgeAudit(report(severity)).verdict).toBe('ok');
});

test.each([
  '',
  'npm error audit endpoint returned an error',
  '{\n  "message": "405 Method Not Allowed",\n  "error": { "summary": "" }\n}',
  '{\n  "metadata": {}\n}',
])('the verdict is "not audited", never ok, when the registry answers %j', (output) => {
  expect(judgeAudit(output)).toEqual({
    verdict: 'not audited',
    said: 'the registry gave no audit',
  });
});

test('a missing audit counts as neither passed nor failed', () => {
  expect(countAudit('ok')).toEqual({ passed: 1, failed: 0 });
  expect(countAudit('not audited')).toEqual({ passed: 0, failed: 0 });
});
