import { fold } from './fold.ts';

/** What may come before the letters of a part: at most one space, some letters, or some words. */
type Gap = 'space' | 'letters' | 'words';

/** A phrase to compare with folded text. */
export interface Phrase {
  parts: { gap: Gap; letters: string }[];
  /** The first three letters. */
  start: string;
  /** The words that are recognized when they are written as in 'v e n m o'. */
  words: string[];
}

/** How many letters a `*` within a word stands for, and how many words one alone. */
const most = { letters: 20, words: 3 };

/** Compiles a phrase, in which `*` stands for letters within a word, and alone, for words. */
export function compilePhrase(phrase: string): Phrase {
  const parts: Phrase['parts'] = [];
  const words: string[] = [];
  let gap: Gap = 'space';
  for (const typed of phrase.split(/\s+/)) {
    const pieces = typed.split('*').map((piece) => fold(piece).text);
    if (pieces.every((piece) => piece === '')) {
      gap = 'words';
      continue;
    }
    for (const [index, piece] of pieces.entries()) {
      for (const letters of piece.split(' ')) {
        parts.push({ gap, letters });
        gap = 'space';
        words.push(letters);
      }
      if (index < pieces.length - 1) gap = 'letters';
    }
  }
  const literal = fold(phrase.split('*', 1).join('')).text.replaceAll(' ', '');
  return { parts, start: startOf(literal), words: [...words, literal] };
}

/** Returns the first three letters of a text, which may be those of several words. */
export function startOf(text: string): string {
  const start = text.slice(0, 3);
  return start.includes(' ') ? text.replaceAll(' ', '').slice(0, 3) : start;
}

/** Returns where a phrase that begins at `at` ends, or 0. */
export function endOfMatch({ parts }: Phrase, text: string, at: number): number {
  const endFrom = (index: number, from: number): number => {
    const part = parts[index];
    if (!part) return from === text.length || text[from] === ' ' ? from : 0;
    let start = part.gap !== 'letters' && text[from] === ' ' ? from + 1 : from;
    for (let more = part.gap === 'space' ? 0 : most[part.gap]; more >= 0; more -= 1) {
      const found = text.startsWith(part.letters, start);
      const end = found ? endFrom(index + 1, start + part.letters.length) : 0;
      if (end > 0) return end;
      start = nextStart(part.gap, text, start);
      if (start < 0) return 0;
    }
    return 0;
  };
  return endFrom(0, at);
}

/** Returns where a part can begin after one more letter or word, or -1. */
function nextStart(gap: Gap, text: string, start: number): number {
  if (gap === 'letters') return start < text.length && text[start] !== ' ' ? start + 1 : -1;
  return text.indexOf(' ', start) + 1 || -1;
}
