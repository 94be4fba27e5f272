import type { CaseView } from '@marketplace/shared/moderation/schemas';

/** Returns an open case about a listing with one reporter, with the given changes. */
export function caseOf(
  changes: Partial<CaseView> = {},
  target: Partial<CaseView['target']> = {},
): CaseView {
  const owner = { id: 'owner', email: 'sam@example.com', displayName: 'Sam' };
  return {
    id: 'case-1',
    targetType: 'listing',
    targetId: 'listing-1',
    status: 'open',
    reporterCount: 1,
    reportsWithWeight: 0,
    harm: 50,
    reports: [],
    target: {
      ...{ title: 'Bike', text: '', image: null, path: null, owner, state: 'active' },
      ...target,
    },
    claimedBy: null,
    claimedAt: null,
    decision: null,
    reason: null,
    decidedBy: null,
    decidedAt: null,
    undoableUntil: null,
    earlier: [],
    appeal: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    lastReportAt: '2026-11-20T12:00:00.000Z',
    ...changes,
  };
}
