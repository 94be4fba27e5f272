/**
 * What someone typed as a place, made comparable: lower case, no accents, no punctuation,
 * one space between words, short forms written out ('Ft. Edward', 'S. Glens Falls').
 */

const writtenOut: ReadonlyMap<string, string> = new Map([
  ['ft', 'fort'],
  ['n', 'north'],
  ['s', 'south'],
  ['e', 'east'],
  ['w', 'west'],
]);

/** The words of one stretch of text; apostrophes and the dots of initials join ('N.Y.' is 'ny'). */
export function placeWords(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}'’‘`]/gu, '')
      .replace(/(?<=(?:^|[^\p{L}])\p{L})\./gu, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
      // The last word may be one still being typed: 'Saratoga S'.
      .map((word, index, words) => (index < words.length - 1 ? writeOut(word) : word))
  );
}

function writeOut(word: string): string {
  return writtenOut.get(word) ?? word;
}

/** A name's key: its words without the spaces, so that 'Half Moon' equals 'Halfmoon'. */
export function placeKey(text: string): string {
  return placeWords(text).join('');
}

/** The parts of an address between commas and the like, as words; empty parts are left out. */
export function placeSegments(text: string): string[][] {
  return text
    .split(/[,;:/|()[\]\n\r]|\s[-–—]+\s/)
    .map(placeWords)
    .filter((words) => words.length > 0);
}
