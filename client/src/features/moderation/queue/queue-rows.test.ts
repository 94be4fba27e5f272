import type { CaseView } from '@marketplace/shared/moderation/schemas';
import { describe, expect, it } from 'vitest';
import { arrangeRows, noRows, type Rows } from './queue-rows.ts';

function view(id: string, status: CaseView['status'] = 'open'): CaseView {
  return {
    id,
    targetType: 'user',
    targetId: id,
    status,
    reporterCount: 1,
    reportsWithWeight: 0,
    reports: [],
    target: { title: id, text: '', image: null, path: null, owner: null, state: 'active' },
    claimedBy: null,
    claimedAt: null,
    decision: null,
    reason: null,
    decidedBy: null,
    decidedAt: null,
    undoableUntil: null,
    earlier: [],
    createdAt: '2026-11-20T12:00:00.000Z',
    lastReportAt: '2026-11-20T12:00:00.000Z',
  };
}

interface How {
  isHeld?: boolean;
  keep?: string;
}

function show(rows: Rows, ids: string, { isHeld = false, keep }: How = {}): Rows {
  const fresh = [...ids].map((id) => view(id));
  return arrangeRows(rows, { type: 'arrange', fresh, isHeld, keep: keep ?? null });
}

const shown = ({ order }: Rows) => order.join('');

describe('the rows of the queue', () => {
  it('begin as the server lists them', () => {
    expect(shown(show(noRows, 'abc'))).toBe('abc');
    expect(shown(show(noRows, 'abc', { isHeld: true }))).toBe('abc');
  });

  it('take new ones in where they belong, and keep the order of those shown', () => {
    expect(shown(show(show(noRows, 'abc'), 'xabyc'))).toBe('xabyc');
    expect(shown(show(show(noRows, 'abc'), 'cxab'))).toBe('abcx');
    expect(shown(show(show(noRows, 'abc'), 'xycab'))).toBe('xyabc');
  });

  it('take in pages that were loaded, also while held', () => {
    expect(shown(show(show(noRows, 'abc'), 'abcde', { isHeld: true }))).toBe('abcde');
  });

  it('do not move while held; how many wait is known', () => {
    const held = show(show(noRows, 'abc'), 'xyac', { isHeld: true });
    expect(shown(held)).toBe('abc');
    expect(held.waiting).toBe(2);
    const released = show(held, 'xyac');
    expect(shown(released)).toBe('xyac');
    expect(released.waiting).toBe(0);
  });

  it('lose what left the list, except the case in front', () => {
    expect(shown(show(show(noRows, 'abc'), 'c'))).toBe('c');
    expect(shown(show(show(noRows, 'abc'), 'ac', { keep: 'b' }))).toBe('abc');
    expect(shown(show(noRows, 'c', { keep: 'b' }))).toBe('c');
  });

  it('show the newest of a case that is not in the list any more', () => {
    const left = show(show(noRows, 'abc'), 'ac', { keep: 'b' });
    const put = arrangeRows(left, { type: 'put', view: view('b', 'decided') });
    expect(put.views.get('b')?.status).toBe('decided');
    expect(shown(put)).toBe('abc');
    expect(shown(arrangeRows(put, { type: 'drop', caseId: 'b' }))).toBe('ac');
  });
});
