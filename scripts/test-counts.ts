/** How many tests did what they should, and how many did not or were left out. */
export interface Counts {
  passed: number;
  failed: number;
}

/** What is read of a report that vitest writes as JSON. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    /** The file. */
    name: string;
    status: string;
    /** Why the file could not be loaded. */
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** What is read of a report that Playwright writes as JSON. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/**
 * A runner that failed, or ran nothing, counts as at least one failure whatever it wrote: an error
 * outside every test shows in no count.
 */
function withOutcome({ passed, failed }: Counts, code: number): Counts {
  const silent = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: silent ? 1 : failed };
}

/**
 * Counts vitest's tests. To-dos and files that could not be loaded are failures; skipped tests are
 * too unless `maySkip`: where a real server that a test needs cannot be had, it says so itself.
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

/** The tests of vitest that did not pass, and what they said: for the end of a long output. */
export function failuresOf(report: VitestReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) =>
    assertionResults.length === 0
      ? [`${status} ${name}\n${message}`]
      : assertionResults
          .filter((test) => test.status !== 'passed')
          .map((test) =>
            [`${test.status} ${name} > ${test.fullName}`, ...test.failureMessages].join('\n'),
          ),
  );
}

/** Counts Playwright's tests. One that passed only when tried again, or was skipped, is a failure. */
export function countPlaywright(report: PlaywrightReport | undefined, code: number): Counts {
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return withOutcome({ passed: expected, failed: unexpected + flaky + skipped }, code);
}
