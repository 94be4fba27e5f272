import type { CaseDecision, CaseView, Decision } from '@marketplace/shared/moderation/schemas';
import {
  claimMinutes,
  decidableTarget,
  decisionsAtOnce,
  fittingDecisions,
  heldReason,
  type CaseTargetType,
  reportReasons,
  resubmittedReason,
} from '@marketplace/shared/moderation/constants';
import { isolated } from '@marketplace/shared/direction';

/** A decision that fits several cases at once. */
export type BulkDecision = (typeof decisionsAtOnce)[number];

export const kindLabels: Record<CaseTargetType, string> = {
  listing: 'Listing',
  message: 'Message',
  review: 'Review',
  user: 'User',
  decision: 'Appeal',
};

/** `done` is as in 'Decided: flagged.' A deactivation has no shortcut. */
export const decisionWords: Record<CaseDecision, { label: string; done: string; hotkey?: string }> =
  {
    dismiss: { label: 'Dismiss', done: 'dismissed', hotkey: 'D' },
    flag: { label: 'Flag', done: 'flagged', hotkey: 'F' },
    delete: { label: 'Delete', done: 'deleted', hotkey: 'T' },
    warn: { label: 'Warn', done: 'warned', hotkey: 'W' },
    deactivate: { label: 'Deactivate', done: 'deactivated' },
    publish: { label: 'Release', done: 'released', hotkey: 'R' },
    upheld: { label: 'Keep decision', done: 'kept' },
    reversed: { label: 'Reverse decision', done: 'reversed' },
  };

/** Returns the decisions that fit a case's target, each with why it is blocked, or null. */
export function choicesOf({ targetType, target }: CaseView) {
  // Appeals have answers instead.
  if (targetType === 'decision') return [];
  const decisions: readonly Decision[] =
    fittingDecisions[decidableTarget(targetType, target.state)];
  return decisions.map((decision) => ({ decision, blocked: whyBlocked(target, decision) }));
}

function whyBlocked({ state, owner }: CaseView['target'], decision: Decision): string | null {
  if (decision === 'dismiss' || decision === 'publish') return null;
  if (decision === 'flag' || decision === 'delete') {
    if (state === 'deleted') return 'Already deleted';
    return decision === 'flag' && state === 'flagged' ? 'Already flagged' : null;
  }
  return owner ? null : 'Account deleted';
}

/** Returns the decisions about several cases. One is blocked if it does not fit all of them. */
export function bulkChoices(views: CaseView[]) {
  const choices = views.map(choicesOf);
  return decisionsAtOnce.map((decision) => {
    const fits = choices.filter((of) =>
      of.some((one) => one.decision === decision && !one.blocked),
    );
    const misfits = views.length - fits.length;
    return { decision, blocked: misfits > 0 ? `Not possible for ${misfits} of these` : null };
  });
}

export function reportsText(count: number): string {
  return count === 1 ? '1 report' : `${count} reports`;
}

/** Returns what a decision about several cases does. */
export function bulkEffectOf(decision: BulkDecision): string {
  return {
    dismiss: 'Hidden listings will be visible again. Only the audit log keeps the reason.',
    flag: "We'll take down the listings and send their sellers the reason.",
    delete: "We'll delete what was reported and send its authors the reason.",
    warn: "We'll warn the people responsible and include the reason.",
  }[decision];
}

export function effectOf({ targetType, target }: CaseView, decision: Decision): string {
  const name = isolated(target.owner?.displayName ?? 'The owner');
  switch (decision) {
    case 'dismiss':
      return target.state === 'hidden' || target.state === 'held'
        ? 'The listing will be visible again. Only the audit log keeps the reason.'
        : 'Nothing changes. Only the audit log keeps the reason.';
    case 'publish':
      return "The review will be public and count toward the rating. We'll notify the seller.";
    case 'flag':
      return `We'll take down the listing and send ${name} the reason.`;
    case 'delete':
      return `${deletions[targetType]} We'll send ${name} the reason.`;
    case 'warn':
      return `We'll warn ${name} and include the reason.`;
    case 'deactivate':
      return `${name} will be signed out everywhere and unable to sign in, and their listings will be hidden. We'll send them the reason.`;
  }
}

const deletions: Record<CaseTargetType, string> = {
  listing: "We'll delete the listing.",
  message: 'Both people will see a note instead of the message.',
  review: "We'll remove the review, and it will no longer count.",
  user: '',
  decision: '',
};

/** Returns suggested reasons. The affected user reads them, except for a dismissal. */
export function quickReasons(decision: Decision): string[] {
  if (decision === 'publish') return ['Looks genuine', 'No sign of abuse'];
  return decision === 'dismiss'
    ? ['No rules broken', 'Not enough evidence', 'Misunderstanding']
    : ['Policy violation', 'Looks like a scam', 'Prohibited item', 'Spam', 'Abusive language'];
}

export function reasonLabel(reason: string): string {
  if (reason === heldReason) return 'Needs a moderator';
  if (reason === resubmittedReason) return 'Sent again after changes';
  return reportReasons.find(({ value }) => value === reason)?.label ?? reason;
}

/** Returns the number of the community rule that a reporter says was broken, or null. */
export function ruleOf(reason: string | undefined): number | null {
  return reportReasons.find(({ value }) => value === reason)?.guideline ?? null;
}

/** Returns the distinct reasons of a case, most frequent first. */
export function reasonsOf({ reports }: Pick<CaseView, 'reports'>): string[] {
  const counts = new Map<string, number>();
  for (const { reason } of reports) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([reason]) => reasonLabel(reason));
}

/** Returns a time span in ms as '5m', '3h' or, from two days, '4d'. */
export function spanText(span: number): string {
  const minutes = Math.max(1, Math.floor(span / 60_000));
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours}h` : `${Math.floor(hours / 24)}d`;
}

/** Returns how long a case waits, or how long it took to decide it. `now` is in ms. */
export function waitText({ createdAt, decidedAt }: CaseView, now: number): string {
  const opened = Date.parse(createdAt);
  return decidedAt
    ? `Decided after ${spanText(Date.parse(decidedAt) - opened)}`
    : `Waiting for ${spanText(now - opened)}`;
}

/** Returns how many reports of a listing count toward hiding it. */
export function weightText({ reporterCount, reportsWithWeight }: CaseView): string {
  if (reportsWithWeight === reporterCount) {
    return reporterCount === 1
      ? 'This report counts toward hiding.'
      : 'All reports count toward hiding.';
  }
  return `${reportsWithWeight || 'None'} of ${reporterCount} count toward hiding.`;
}

/** Returns the label of a target's state; null for an active one. */
export function stateLabel(state: string): string | null {
  if (state === 'active') return null;
  if (state === 'hidden') return 'Hidden by reports';
  return state.charAt(0).toUpperCase() + state.slice(1);
}

/** Returns an admin's name as the admin `me` reads it: 'you' for themselves. */
export function nameOf(admin: CaseView['decidedBy'], me: string): string {
  return admin?.id === me ? 'you' : (admin?.displayName ?? 'a former admin');
}

/** Returns a duration as '9:41'; never negative. */
export function countdownText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Returns the admin with a current claim on the case, or null. `now` is in ms. */
export function holderOf({ status, claimedBy, claimedAt }: CaseView, now: number) {
  if (status !== 'open' || !claimedBy || !claimedAt) return null;
  return Date.parse(claimedAt) + claimMinutes * 60_000 > now ? claimedBy : null;
}
