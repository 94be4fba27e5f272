/** Tokens that one user may have at once. */
export const maxApiTokens = 20;

/** In characters. */
export const tokenNameMaxLength = 60;

/** What a token may do: look, or also change what is its owner's. */
export const tokenScopes = ['read', 'write'] as const;

export type TokenScope = (typeof tokenScopes)[number];
