import type { CaseView } from '@marketplace/shared/moderation/schemas';
import { describe, expect, it } from 'vitest';
import {
  bulkChoices,
  choicesOf,
  countdownText,
  holderOf,
  reasonsOf,
  waitText,
} from './case-texts.ts';
import { caseOf } from './reports.fixtures.ts';

const ann = { id: 'ann', email: 'ann@example.com', displayName: 'Ann' };

const open = (of: CaseView) =>
  choicesOf(of).flatMap(({ decision, blocked }) => (blocked ? [] : [decision]));

describe('the decisions of a case', () => {
  it('fit its target', () => {
    expect(open(caseOf({}))).toEqual(['dismiss', 'flag', 'delete', 'warn', 'deactivate']);
    expect(open(caseOf({ targetType: 'message' }))).toEqual([
      'dismiss',
      'delete',
      'warn',
      'deactivate',
    ]);
    expect(open(caseOf({ targetType: 'user' }))).toEqual(['dismiss', 'warn', 'deactivate']);
  });

  it('exclude those that are done or have no recipient', () => {
    expect(open(caseOf({}, { state: 'flagged' }))).toEqual([
      'dismiss',
      'delete',
      'warn',
      'deactivate',
    ]);
    expect(open(caseOf({}, { state: 'deleted', owner: null }))).toEqual(['dismiss']);
  });
});

describe('a claim', () => {
  const claimed = caseOf({ claimedBy: ann, claimedAt: '2026-11-20T12:00:00.000Z' });

  it('lasts for half an hour', () => {
    expect(holderOf(claimed, Date.parse('2026-11-20T12:29:59Z'))).toEqual(ann);
    expect(holderOf(claimed, Date.parse('2026-11-20T12:30:00Z'))).toBeNull();
  });
});

it('lists each reason of a case once, most frequent first', () => {
  const reports = ['spam', 'scam', 'scam'].map((reason, n) => ({
    id: String(n),
    reason,
    comment: null,
    evidence: null,
    reporter: null,
    createdAt: '2026-11-20T12:00:00.000Z',
  }));
  expect(reasonsOf({ reports })).toEqual(['Scam or fraud', 'Spam']);
});

it.each([
  [581_000, '9:41'],
  [600_000, '10:00'],
  [999, '0:00'],
  [-5, '0:00'],
])('writes %d ms as %s', (left, text) => {
  expect(countdownText(left)).toBe(text);
});

it('says how long a case waits, or how long its decision took', () => {
  const createdAt = '2026-11-20T12:00:00.000Z';
  const after = (minutes: number) => Date.parse(createdAt) + minutes * 60_000;
  const waits = (minutes: number) => waitText(caseOf({ createdAt }), after(minutes));
  expect([0, 59, 60, 47 * 60, 48 * 60].map(waits)).toEqual(
    ['1m', '59m', '1h', '47h', '2d'].map((span) => `Waiting for ${span}`),
  );
  const decidedAt = new Date(after(180)).toISOString();
  expect(waitText(caseOf({ createdAt, decidedAt }), after(9_999))).toBe('Decided after 3h');
});

it('offers a decision about several cases only if it fits all of them', () => {
  const blocked = (...views: CaseView[]) =>
    bulkChoices(views).flatMap(({ decision, blocked }) => (blocked ? [[decision, blocked]] : []));
  expect(blocked(caseOf(), caseOf())).toEqual([]);
  expect(blocked(caseOf(), caseOf({ targetType: 'message' }))).toEqual([
    ['flag', 'Not possible for 1 of these'],
  ]);
  const users = [caseOf({ targetType: 'user' }), caseOf({ targetType: 'user' })];
  expect(blocked(...users).map(([decision]) => decision)).toEqual(['flag', 'delete']);
});
