/** What can be reported. */
export const reportTargetTypes = ['listing', 'message', 'review', 'user'] as const;
export type ReportTargetType = (typeof reportTargetTypes)[number];

export const decisions = ['dismiss', 'flag', 'delete', 'warn', 'deactivate', 'publish'] as const;

/** The decisions that fit each target, in the order in which they are offered. */
export const fittingDecisions = {
  listing: ['dismiss', 'flag', 'delete', 'warn', 'deactivate'],
  message: ['dismiss', 'delete', 'warn', 'deactivate'],
  review: ['dismiss', 'delete', 'warn', 'deactivate'],
  heldReview: ['publish', 'delete'],
  user: ['dismiss', 'warn', 'deactivate'],
} as const satisfies Record<ReportTargetType | 'heldReview', readonly (typeof decisions)[number][]>;

/** The entry of a case in `fittingDecisions`. */
export function decidableTarget(
  targetType: ReportTargetType,
  state: string | undefined,
): keyof typeof fittingDecisions {
  return state === 'held' ? 'heldReview' : targetType;
}

/** Why something is reported, in the order in which the choice shows them. */
export const reportReasons = [
  { value: 'scam', label: 'Scam or fraud' },
  { value: 'harassment', label: 'Harassment or abuse' },
  { value: 'prohibited', label: 'Prohibited item or service' },
  { value: 'spam', label: 'Spam' },
  { value: 'other', label: 'Something else' },
] as const;
export type ReportReason = (typeof reportReasons)[number]['value'];

/** Why the server itself puts a review into the queue: it waits for a moderator. */
export const heldReason = 'held';

/** Characters after trimming. */
export const reportCommentMaxLength = 1000;

/** Minutes until a claim ends that is neither renewed nor released. */
export const claimMinutes = 30;

/** Minutes in which a decision can be undone. */
export const undoMinutes = 10;
