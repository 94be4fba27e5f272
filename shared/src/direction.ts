/** The blocks of the scripts that are written from right to left, without the mark U+061C. */
export const rightToLeft =
  /[\u0590-\u061B\u061D-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A user's text for a sentence where no element can isolate it, such as a mail, a label or the title of
 * a page: right-to-left text stands between isolates (U+2068 and U+2069), so that its neighbors stay in
 * their places.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
