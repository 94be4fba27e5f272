import { hamlets, type Place, towns } from './towns.ts';

const abbreviations = { ft: 'fort', n: 'north', s: 'south', e: 'east', w: 'west' };
const writtenOut: ReadonlyMap<string, string> = new Map(Object.entries(abbreviations));

/**
 * Returns the words of a typed place in lower case, without accents and punctuation, abbreviations
 * spelled out ('Ft. Edward'). Apostrophes and the periods of initials join letters ('N.Y.').
 */
export function placeWords(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}'’‘`]/gu, '')
      .replace(/(?<=(?:^|[^\p{L}])\p{L})\./gu, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
      // The last word may be incomplete: 'Saratoga S'.
      .map((word, index, words) =>
        index < words.length - 1 ? (writtenOut.get(word) ?? word) : word,
      )
  );
}

/** Returns the non-empty parts of an address between commas and the like, as words. */
export function placeSegments(text: string): string[][] {
  return text
    .split(/[,;:/|()[\]\n\r]|\s[-–—]+\s/)
    .map(placeWords)
    .filter((words) => words.length > 0);
}

/**
 * Counts the letters to insert, delete, replace, or swap with their neighbor (optimal string
 * alignment) to turn the typed word into the whole name, or into a prefix of it. The time is
 * proportional to the product of both lengths, so limit them first.
 */
export function editDistance(typed: string, name: string): { whole: number; prefix: number } {
  let beforeLast: number[] = [];
  let last = Array.from({ length: name.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= name.length; column += 1) {
      const same = typed[row - 1] === name[column - 1];
      let least = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      );
      const swapped = typed[row - 1] === name[column - 2] && typed[row - 2] === name[column - 1];
      if (row > 1 && column > 1 && swapped) least = Math.min(least, at(beforeLast, column - 2) + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return { whole: at(last, name.length), prefix: Math.min(...last) };
}

const at = (row: readonly number[], column: number) => row[column] ?? Infinity;

/** A place with the forms of its name for comparisons. */
export interface IndexedPlace extends Place {
  /** The whole name without spaces: 'castletononhudson'. */
  key: string;
  /** The rest of the name from each later word on: 'onhudson', 'hudson'. */
  laterKeys: readonly string[];
}

/** Returns true if a later word of a name starts with `text`: 'hud' in 'Castleton-on-Hudson'. */
export function hasLaterWordStartingWith({ laterKeys }: IndexedPlace, text: string): boolean {
  return laterKeys.some((rest) => rest.startsWith(text));
}

/** Searchable places in alphabetical order. */
export type PlaceIndex = readonly IndexedPlace[];

function indexPlaces(places: readonly Place[]): PlaceIndex {
  return [...places]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((place) => {
      const words = placeWords(place.name);
      const laterKeys = words.slice(1).map((_, index) => words.slice(index + 1).join(''));
      return { ...place, key: words.join(''), laterKeys };
    });
}

export const indexedTowns = indexPlaces(towns.map((town) => ({ name: town.name, town })));
export const indexedHamlets = indexPlaces(hamlets);

/** Towns come before hamlets, and win over them. */
const all = [...indexedTowns, ...indexedHamlets];
const placesByKey = new Map(all.map((place) => [place.key, place]));
const longestKey = Math.max(...all.map(({ key }) => key.length));

/** Maximum number of words in a place's name. */
export const maxWordsInName = Math.max(...all.map(({ name }) => placeWords(name).length));

/** Returns the place of this name, ignoring case, spacing, and punctuation. */
export function findPlace(name: string): Place | undefined {
  return placesByKey.get(placeWords(name).join(''));
}

/** Returns the edits allowed for a typed word: 0 below 4 letters, 1 up to 6 letters, then 2. */
export function forgivenEdits(letters: number): number {
  if (letters < 4) return 0;
  return letters <= 6 ? 1 : 2;
}

/** Returns the place whose name is closest to a misspelled key, if it is close enough. */
export function nearestPlace(index: PlaceIndex, key: string): Place | undefined {
  const forgiven = forgivenEdits(key.length);
  // The limit avoids comparing a pasted page letter by letter.
  if (forgiven === 0 || key.length > longestKey + forgiven) return undefined;
  let nearest: { place: Place; edits: number } | undefined;
  for (const place of index) {
    const { key: name } = place;
    if (Math.abs(name.length - key.length) > forgiven) continue;
    const edits = editDistance(key, name).whole;
    // With two edits, a different first letter means another place: Rochester is not Chester.
    if (edits > 1 && name[0] !== key[0]) continue;
    if (edits <= forgiven && edits < (nearest?.edits ?? Infinity)) nearest = { place, edits };
  }
  return nearest?.place;
}
