/** Unicode blocks of right-to-left scripts, without the mark U+061C. */
export const rightToLeft =
  /[\u0590-\u061B\u061D-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Returns a user's text for a sentence where no element can isolate it, such as an email or a
 * label. Isolates right-to-left text, so that it does not reorder its neighbors.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
