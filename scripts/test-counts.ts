/** How many tests passed, and how many failed or were left out. */
export type Counts = { passed: number; failed: number };

/** The part of vitest's JSON report that is used. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    /** The file's path. */
    name: string;
    status: string;
    /** Why the file could not be loaded, or empty. */
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** The part of Playwright's JSON report that is used. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** A failed or empty run has at least one failure: no count contains errors outside tests. */
function withOutcome({ passed, failed }: Counts, code: number): Counts {
  const silent = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: silent ? 1 : failed };
}

/**
 * Counts vitest's tests. To-dos and files that could not be loaded are failures, and so are skipped
 * tests unless `maySkip` is set: tests skip themselves where a server is not installed.
 */
export function countVitest(
  report: VitestReport | undefined,
  { code, maySkip }: { code: number; maySkip: boolean },
): Counts {
  if (!report) return { passed: 0, failed: 1 };
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const skipped = maySkip ? 0 : report.numPendingTests;
  const left = skipped + report.numTodoTests + unloaded.length;
  return withOutcome({ passed: report.numPassedTests, failed: report.numFailedTests + left }, code);
}

/** Returns the vitest tests that did not pass, with their messages. */
export function failuresOf(report: VitestReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) =>
    assertionResults.length === 0
      ? [`${status} ${name}\n${message}`]
      : assertionResults.flatMap((test) => {
          const failure = [`${test.status} ${name} > ${test.fullName}`, ...test.failureMessages];
          return test.status === 'passed' ? [] : failure.join('\n');
        }),
  );
}

/** Counts Playwright's tests. A test that was skipped, or passed only on a retry, is a failure. */
export function countPlaywright(report: PlaywrightReport | undefined, code: number): Counts {
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return withOutcome({ passed: expected, failed: unexpected + flaky + skipped }, code);
}
