import { rightToLeft } from './direction.ts';

/**
 * A character that shows something by itself: none of the spaces, controls, formats, combining marks,
 * fillers, unassigned and private characters, nor the blanks that Unicode counts as letters or symbols.
 */
const seen =
  /[^\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]/u;

/** True if a reader sees something of the text. */
export function isVisible(text: string): boolean {
  return seen.test(text);
}

/**
 * Text as it is stored: empty if nothing in it is visible, and without the controls that turn the order
 * of letters around. Direction marks, which put punctuation in its place, stay in right-to-left text.
 */
export function visibleText(text: string): string {
  if (!isVisible(text)) return '';
  const needless = rightToLeft.test(text)
    ? /[\u202A-\u202E\u2066-\u2069]/g
    : /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g;
  return text.replace(needless, '');
}

/** One line of visible text: trimmed, in NFC, with each run of spaces and controls as one space. */
export function cleanLine(text: string): string {
  return composed(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** The same for text of several lines: line breaks (as '\n') and tabs stay. */
export function cleanText(text: string): string {
  return composed(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

function composed(text: string): string {
  return visibleText(text).normalize('NFC').replaceAll('\uFEFF', '');
}
