import type { AuditEntry } from '@marketplace/shared/admin/schemas';

const actions: Record<string, string> = {
  'user.makeAdmin': 'Made an admin',
  'user.deactivate': 'Deactivated a user',
  'user.reactivate': 'Reactivated a user',
  'user.update': 'Changed a user',
  'listing.flag': 'Flagged a listing',
  'listing.restore': 'Restored a listing',
  'listing.remove': 'Deleted a listing',
  'messages.read': 'Read messages',
  'conversation.read': 'Read a conversation',
  'report.claim': 'Claimed a report',
  'report.release': 'Released a report',
  'report.dismiss': 'Dismissed a report',
  'report.flag': 'Decided a report: flag',
  'report.delete': 'Decided a report: delete',
  'report.warn': 'Decided a report: warn',
  'report.deactivate': 'Decided a report: deactivate',
  'report.publish': 'Released a held review',
  'report.undo': 'Undid a decision',
  'payment.mismatch': 'PayPal order does not match',
  'admin.initialize': 'Became the first admin',
  'admin.forceInitialize': 'Took admin access',
};

const details: Record<string, string> = {
  membershipTier: 'Membership tier',
  canUsePaypal: 'PayPal',
  search: 'Searched for',
  filter: 'Only',
  decision: 'Decision',
  paypalOrder: 'PayPal order',
  expected: 'Expected',
  found: 'PayPal has',
  captured: 'Money taken',
  targetType: 'Target',
  targetId: 'Target id',
};

/** What was done, in words; an action without some as it is called. */
export function actionText(action: string): string {
  return actions[action] ?? action;
}

/** What it was done to: the name it has now, else a part of its id. */
export function targetText({ targetName, targetType, targetId }: AuditEntry): string {
  if (targetName) return targetName;
  return targetId ? `${targetType} ${targetId.slice(0, 8)}` : '';
}

/** 'Membership tier: premium, PayPal: on'. */
export function detailsText(of: NonNullable<AuditEntry['details']>): string {
  return Object.entries(of)
    .map(([name, value]) => `${details[name] ?? name}: ${valueText(value)}`)
    .join(', ');
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
