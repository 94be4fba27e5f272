import { expect, test } from 'vitest';
import { judgeAudit } from './audit.ts';

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
      ok: false,
      said: `leaky (${severity})`,
    });
  },
);

test.each(['low', 'moderate'])('a hole of %s severity does not', (severity) => {
  expect(judgeAudit(report(severity)).ok).toBe(true);
});

test.each([
  '',
  'npm error audit endpoint returned an error',
  '{\n  "message": "405 Method Not Allowed",\n  "error": { "summary": "" }\n}',
])('a registry without an answer is said, and fails nothing: %j', (output) => {
  expect(judgeAudit(output)).toEqual({ ok: true, said: 'not done: the registry gave no audit' });
});
