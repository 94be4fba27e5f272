import { expect, test } from 'vitest';
import { countPlaywright, countVitest } from './test-counts.ts';

const units = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{}] }],
};
const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };

test('tests that all pass are counted as they are', () => {
  expect(countVitest(units, 0)).toEqual({ passed: 5, failed: 0 });
  expect(countPlaywright({ stats }, 0)).toEqual({ passed: 3, failed: 0 });
});

test('skipped, planned and flaky tests are failures', () => {
  expect(countVitest({ ...units, numPendingTests: 2, numTodoTests: 1 }, 0).failed).toBe(3);
  expect(countPlaywright({ stats: { ...stats, flaky: 1, skipped: 2 } }, 0).failed).toBe(3);
});

test('a file that could not be loaded is a failure', () => {
  const testResults = [...units.testResults, { status: 'failed', assertionResults: [] }];
  expect(countVitest({ ...units, testResults }, 1)).toEqual({ passed: 5, failed: 1 });
});

test('a runner that fails without a failed test, runs nothing or leaves no report is a failure', () => {
  expect(countVitest(units, 1)).toEqual({ passed: 5, failed: 1 });
  expect(countVitest({ ...units, numPassedTests: 0 }, 0)).toEqual({ passed: 0, failed: 1 });
  expect(countVitest(undefined, 0)).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright({ stats: { ...stats, expected: 0 } }, 0)).toEqual({
    passed: 0,
    failed: 1,
  });
  expect(countPlaywright(undefined, 0)).toEqual({ passed: 0, failed: 1 });
});
