/** What a username is made of: 3 to 30 letters, digits, dots, underscores and hyphens. */
export const usernamePattern = /^[A-Za-z0-9._-]{3,30}$/;
export const usernameMaxLength = 30;
export const usernameHelp = '3 to 30 letters, numbers, dots, underscores, or hyphens.';

/** In characters, of a first or last name. */
export const nameMaxLength = 60;

/** A profile counts listings, and sales, up to this number. */
export const maxCounted = 1_000;

/** Among how many reviews, the newest ones, a profile counts those with verified contact. */
export const maxVerifiedReviews = 100;

/** How long a seller usually takes to answer; null if unknown or longer. */
export const replyTimes = ['within an hour', 'within a few hours', 'within a day'] as const;

export type ReplyTime = (typeof replyTimes)[number];
