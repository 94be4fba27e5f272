import { latinOf } from './look-alikes.ts';

/**
 * A text in the form in which rules compare it: lower-case words, separated by one space, without
 * accents, invisible characters and apostrophes, each letter as the Latin one it resembles.
 */
export interface Folded {
  text: string;
  /** Where each character of `text` begins and ends in the original. */
  starts: number[];
  ends: number[];
}

/** Symbols that stand for a letter only inside a word, as in 'z!lle'. */
const symbols = new Set('$!|@');

const foldedCharacters = new Map<string, string>();

/** Returns the letters of a character, ' ' if it separates words, or '' if it is invisible. */
function foldCharacter(character: string): string {
  let folded = foldedCharacters.get(character);
  if (folded === undefined) {
    folded = computeCharacter(character);
    if (foldedCharacters.size > 20_000) foldedCharacters.clear();
    foldedCharacters.set(character, folded);
  }
  return folded;
}

function computeCharacter(character: string): string {
  if (/^['’ʼ\p{M}\p{Default_Ignorable_Code_Point}]$/u.test(character)) return '';
  const code = character.codePointAt(0) ?? 0;
  // Unicode does not decompose letters in a filled circle or square.
  const filled = (code >= 0x1f150 && code <= 0x1f169) || (code >= 0x1f170 && code <= 0x1f189);
  const plain = filled
    ? String.fromCodePoint(0x61 + ((code - 0x1f150) % 32))
    : character.normalize('NFKC').toLowerCase().normalize('NFD');
  const letters = Array.from(plain, (letter) => latinOf.get(letter) ?? letter);
  return letters.join('').replaceAll(/[^\p{L}\p{N}]/gu, '') || ' ';
}

/** The folded ASCII characters by their code, since most texts have few others. */
const ascii = Array.from({ length: 128 }, (_, code) => computeCharacter(String.fromCharCode(code)));

/** Folds a text. Folding the result changes nothing. */
export function fold(original: string): Folded {
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let last = ' ';
  for (let at = 0; at < original.length;) {
    const character = characterAt(original, at);
    const end = at + character.length;
    const stands =
      !symbols.has(character) || (last !== ' ' && isLetter(characterAt(original, end)));
    const known = ascii[original.charCodeAt(at)] ?? foldCharacter(character);
    const folded = stands ? known : ' ';
    for (let index = 0; index < folded.length; index += 1) {
      const unit = folded.charAt(index);
      if (unit === ' ' && last === ' ') continue;
      units.push(unit);
      starts.push(at);
      ends.push(end);
      last = unit;
    }
    at = end;
  }
  if (last === ' ') units.pop();
  return { text: units.join(''), starts, ends };
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

/** The most pieces of a word that is written as 'v e n m o', and otherwise, as 'ven mo'. */
const most = { letters: 30, pieces: 3 };

/** Removes the spaces within known words, such as those of 'v e n m o'. */
export function joinWords(folded: Folded, known: ReadonlySet<string>): Folded {
  const words = folded.text.split(' ');
  const removed = new Set<number>();
  let at = 0;
  for (let index = 0; index < words.length; index += 1) {
    const found = countPieces(words, index, known);
    for (let piece = 1; piece <= found; piece += 1) {
      at += words[index]?.length ?? 0;
      if (piece < found) {
        removed.add(at);
        index += 1;
      }
      at += 1;
    }
  }
  if (removed.size === 0) return folded;
  const stays = (_: unknown, index: number) => !removed.has(index);
  return {
    text: folded.text.split('').filter(stays).join(''),
    starts: folded.starts.filter(stays),
    ends: folded.ends.filter(stays),
  };
}

/** Returns how many words from `index` on make the longest known word, or 1. */
function countPieces(words: string[], index: number, known: ReadonlySet<string>): number {
  let joined = words[index] ?? '';
  let isSpelled = joined.length === 1;
  let found = 1;
  for (let count = 2; count <= most.letters; count += 1) {
    const next = words[index + count - 1];
    if (next === undefined) break;
    isSpelled &&= next.length === 1;
    if (!isSpelled && count > most.pieces) break;
    joined += next;
    if (known.has(joined) && joined.length >= (isSpelled ? 3 : 5)) found = count;
  }
  return found;
}
