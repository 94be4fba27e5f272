export const reportTargetTypes = ['listing', 'message', 'review', 'user'] as const;
export type ReportTargetType = (typeof reportTargetTypes)[number];

/** What a case can be about. One about a decision is an appeal. */
export const caseTargetTypes = [...reportTargetTypes, 'decision'] as const;
export type CaseTargetType = (typeof caseTargetTypes)[number];

export const decisions = ['dismiss', 'flag', 'delete', 'warn', 'deactivate', 'publish'] as const;

/** The answers to an appeal. */
export const appealOutcomes = ['upheld', 'reversed'] as const;

/** The kinds of decisions that people can read about themselves. Each is a metric, too. */
export const decisionKinds = [
  'held',
  'hidden',
  'flagged',
  'deleted',
  'warned',
  'suspended',
  'deactivated',
] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** The kinds that a moderator has decided. The others wait for a moderator, so need no appeal. */
export const appealableKinds: readonly DecisionKind[] = decisionKinds.slice(2);

/** Days after a decision in which it can be appealed. */
export const appealDays = 30;

/** In characters, after trimming. */
export const appealMinLength = 10;
export const appealMaxLength = 1000;

/** The possible decisions for each target, in the order in which they are shown. */
export const fittingDecisions = {
  listing: ['dismiss', 'flag', 'delete', 'warn', 'deactivate'],
  message: ['dismiss', 'delete', 'warn', 'deactivate'],
  review: ['dismiss', 'delete', 'warn', 'deactivate'],
  heldReview: ['publish', 'delete'],
  user: ['dismiss', 'warn', 'deactivate'],
} as const satisfies Record<ReportTargetType | 'heldReview', readonly (typeof decisions)[number][]>;

/** Returns the key of a case in `fittingDecisions`. */
export function decidableTarget(targetType: ReportTargetType, state: string | undefined) {
  return targetType === 'review' && state === 'held' ? 'heldReview' : targetType;
}

/**
 * The reasons for a report, in the order in which they are shown, each with the number of the
 * community rule that it says was broken.
 */
export const reportReasons = [
  { value: 'scam', label: 'Scam or fraud', guideline: 2 },
  { value: 'harassment', label: 'Harassment or abuse', guideline: 1 },
  { value: 'prohibited', label: 'Prohibited item or service', guideline: 3 },
  { value: 'spam', label: 'Spam', guideline: 5 },
  { value: 'other', label: 'Something else', guideline: null },
] as const;
export type ReportReason = (typeof reportReasons)[number]['value'];

/** The reason of the server's own reports: the review is held for a moderator. */
export const heldReason = 'held';

/** The reason of the server's report with the text before a seller fixed a listing. */
export const resubmittedReason = 'resubmitted';

/** In characters, after trimming. */
export const reportCommentMaxLength = 1000;

/** Minutes until a claim expires that is neither renewed nor released. */
export const claimMinutes = 30;

export const undoMinutes = 10;

/** How many cases can be decided at once, and by which decisions. */
export const casesAtOnce = 50;
export const decisionsAtOnce = ['dismiss', 'flag', 'delete', 'warn'] as const;

/** The queue counts its open cases up to this number. */
export const maxCasesCounted = 1_000;
