import { expect, test } from 'vitest';
import { countPlaywright, countVitest, failuresOf } from './test-counts.ts';

const passed = { fullName: 'adds', status: 'passed', failureMessages: [] };
const units = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ name: 'a.test.ts', status: 'passed', message: '', assertionResults: [passed] }],
};
const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };

test('counts tests that all pass', () => {
  expect(countVitest(units, { code: 0, maySkip: false })).toEqual({ passed: 5, failed: 0 });
  expect(countPlaywright({ stats }, 0)).toEqual({ passed: 3, failed: 0 });
});

test('counts skipped, to-do and flaky tests as failures', () => {
  expect(
    countVitest({ ...units, numPendingTests: 2, numTodoTests: 1 }, { code: 0, maySkip: false })
      .failed,
  ).toBe(3);
  expect(countPlaywright({ stats: { ...stats, flaky: 1, skipped: 2 } }, 0).failed).toBe(3);
});

test('does not count skipped tests when skipping is allowed', () => {
  const skipping = { ...units, numPendingTests: 2 };
  expect(countVitest(skipping, { code: 0, maySkip: true })).toEqual({ passed: 5, failed: 0 });
});

test('counts a file that could not be loaded as a failure', () => {
  const unloaded = { name: 'b.test.ts', status: 'failed', message: 'no such module' };
  const testResults = [...units.testResults, { ...unloaded, assertionResults: [] }];
  const report = { ...units, testResults };
  expect(countVitest(report, { code: 1, maySkip: false })).toEqual({ passed: 5, failed: 1 });
  expect(failuresOf(report)).toEqual(['failed b.test.ts\nno such module']);
});

test('names each test that did not pass, with its messages', () => {
  const failed = {
    fullName: 'divides',
    status: 'failed',
    failureMessages: ['by zero', 'at line 1'],
  };
  const skipped = { fullName: 'stores', status: 'skipped', failureMessages: [] };
  const [file] = units.testResults;
  const testResults = [{ ...file!, assertionResults: [passed, failed, skipped] }];
  expect(failuresOf({ ...units, testResults })).toEqual([
    'failed a.test.ts > divides\nby zero\nat line 1',
    'skipped a.test.ts > stores',
  ]);
  expect(failuresOf(undefined)).toEqual([]);
});

test('counts a failure when the runner fails without a failed test, runs nothing or leaves no report', () => {
  expect(countVitest(units, { code: 1, maySkip: false })).toEqual({ passed: 5, failed: 1 });
  expect(countVitest({ ...units, numPassedTests: 0 }, { code: 0, maySkip: false })).toEqual({
    passed: 0,
    failed: 1,
  });
  expect(countVitest(undefined, { code: 0, maySkip: false })).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright({ stats: { ...stats, expected: 0 } }, 0)).toEqual({
    passed: 0,
    failed: 1,
  });
  expect(countPlaywright(undefined, 0)).toEqual({ passed: 0, failed: 1 });
});
