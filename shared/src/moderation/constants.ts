export const reportTargetTypes = ['listing', 'message', 'review', 'user'] as const;
export type ReportTargetType = (typeof reportTargetTypes)[number];

export const decisions = ['dismiss', 'flag', 'delete', 'warn', 'deactivate', 'publish'] as const;

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

/** The reasons for a report, in the order in which they are shown. */
export const reportReasons = [
  { value: 'scam', label: 'Scam or fraud' },
  { value: 'harassment', label: 'Harassment or abuse' },
  { value: 'prohibited', label: 'Prohibited item or service' },
  { value: 'spam', label: 'Spam' },
  { value: 'other', label: 'Something else' },
] as const;
export type ReportReason = (typeof reportReasons)[number]['value'];

/** The reason of the server's own reports: the review is held for a moderator. */
export const heldReason = 'held';

/** In characters, after trimming. */
export const reportCommentMaxLength = 1000;

/** Minutes until a claim expires that is neither renewed nor released. */
export const claimMinutes = 30;

export const undoMinutes = 10;
