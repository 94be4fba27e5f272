export const maxApiTokens = 20;

/** In characters. */
export const tokenNameMaxLength = 60;

/** A read token may only read; a write token may also act for its owner. */
export const tokenScopes = ['read', 'write'] as const;

export type TokenScope = (typeof tokenScopes)[number];
