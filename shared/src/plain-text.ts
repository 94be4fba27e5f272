import { rightToLeft } from './direction.ts';

/**
 * Matches a character that a reader can see. Excluded are spaces, controls, combining marks,
 * fillers, unassigned and private characters, and blanks that Unicode counts as letters or symbols.
 */
const seen =
  /[^\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]/u;

/** Returns true if the text has a visible character. */
export function isVisible(text: string): boolean {
  return seen.test(text);
}

/**
 * Returns text as it is stored: empty if nothing is visible, and without the controls that reverse
 * letters. Right-to-left text keeps its direction marks, which position punctuation.
 */
export function visibleText(text: string): string {
  if (!isVisible(text)) return '';
  const needless = rightToLeft.test(text)
    ? /[\u202A-\u202E\u2066-\u2069]/g
    : /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g;
  return text.replace(needless, '');
}

/** Returns one trimmed line in NFC, with each run of spaces and controls as one space. */
export function cleanLine(text: string): string {
  return composed(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Does the same for multi-line text, in which line breaks (as '\n') and tabs stay. */
export function cleanText(text: string): string {
  return composed(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

function composed(text: string): string {
  return visibleText(text).normalize('NFC').replaceAll('\uFEFF', '');
}

/** Returns one line of at most `maxLength` characters. A longer one ends after a word, with '…'. */
export function shortened(text: string, maxLength: number): string {
  const line = cleanLine(text);
  if (line.length <= maxLength) return line;
  const start = line.slice(0, maxLength - 1);
  // A long last word is cut, but never inside a surrogate pair.
  return `${start.replace(/(?:[\s.,;:]*\s\S{0,20}|[\uD800-\uDBFF])$/, '')}…`;
}
