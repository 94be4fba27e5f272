/** Titles of pages: 34 px, and less on phones so that they seldom need a second line. */
export const titleSize = 'clamp(1.625rem, 5vw, 2.125rem)';
