/**
 * One line of plain text: trimmed, in NFC, with every run of whitespace and control characters as one
 * space, and without text direction marks, which can make a title read as another.
 */
export function cleanLine(text: string): string {
  return withoutDirectionMarks(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** The same for text of several lines: line breaks (as '\n') and tabs stay. */
export function cleanText(text: string): string {
  return withoutDirectionMarks(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

function withoutDirectionMarks(text: string): string {
  return text.normalize('NFC').replace(/[\u202A-\u202E\u2066-\u2069\uFEFF]/g, '');
}
