/** What can be reported. */
export const reportTargetTypes = ['listing', 'message', 'review', 'user'] as const;
export type ReportTargetType = (typeof reportTargetTypes)[number];

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

/** Minutes after which a claim that was neither renewed nor used ends by itself. */
export const claimMinutes = 30;
