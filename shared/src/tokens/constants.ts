/** How many tokens one user may have. */
export const maxApiTokens = 20;

/** In characters. */
export const tokenNameMaxLength = 60;

/** Whether a token may only read, or also act for its owner. */
export const tokenScopes = ['read', 'write'] as const;

export type TokenScope = (typeof tokenScopes)[number];
