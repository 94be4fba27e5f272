/** A username is 3 to 30 letters, digits, dots, underscores, and hyphens. */
export const usernamePattern = /^[A-Za-z0-9._-]{3,30}$/;
export const usernameMaxLength = 30;
export const usernameHelp = '3 to 30 letters, numbers, dots, underscores, or hyphens.';

/** Maximum length of a first or last name, in characters. */
export const nameMaxLength = 60;

/** A profile counts listings and sales up to this number. */
export const maxCounted = 1_000;

/** A profile counts verified contacts among this many of the newest reviews. */
export const maxVerifiedReviews = 100;

/** How fast a seller usually replies. Null in views if unknown or slower. */
export const replyTimes = ['within an hour', 'within a few hours', 'within a day'] as const;

export type ReplyTime = (typeof replyTimes)[number];

/** How many days ahead a seller's return can be. */
export const maxAwayDays = 90;
