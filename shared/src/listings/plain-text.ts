/**
 * One line of plain text: trimmed, in composed form (NFC), with every run of blanks, line breaks
 * and control characters as one space. What only steers the direction of writing goes, since it
 * can make a title read as another.
 */
export function cleanLine(text: string): string {
  return withoutSteering(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** The same for text of several lines: line breaks (as '\n') and tabs stay. */
export function cleanText(text: string): string {
  return withoutSteering(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

function withoutSteering(text: string): string {
  return text.normalize('NFC').replace(/[\u202A-\u202E\u2066-\u2069\uFEFF]/g, '');
}
