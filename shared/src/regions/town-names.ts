import { hamlets, type Place, towns } from './towns.ts';

const writtenOut: ReadonlyMap<string, string> = new Map([
  ['ft', 'fort'],
  ['n', 'north'],
  ['s', 'south'],
  ['e', 'east'],
  ['w', 'west'],
]);

/**
 * The words of a place as typed, made comparable: lower case, no accents, no punctuation, short forms
 * written out ('Ft. Edward', 'S. Glens Falls'). Apostrophes and the dots of initials join ('N.Y.' is 'ny').
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
      // The last word may be one still being typed: 'Saratoga S'.
      .map((word, index, words) =>
        index < words.length - 1 ? (writtenOut.get(word) ?? word) : word,
      )
  );
}

/** The parts of an address between commas and the like, as words; empty parts are left out. */
export function placeSegments(text: string): string[][] {
  return text
    .split(/[,;:/|()[\]\n\r]|\s[-–—]+\s/)
    .map(placeWords)
    .filter((words) => words.length > 0);
}

/** The two readings of how far a typed word is from a name, in edits. */
export interface EditDistance {
  /** Edits that turn all of the typed word into all of the name. */
  whole: number;
  /** Edits that turn all of the typed word into some beginning of the name. */
  prefix: number;
}

/**
 * Counts the letters to insert, drop, change or swap with their neighbor (optimal string
 * alignment). Takes time in proportion to the product of both lengths: bound them first.
 */
export function editDistance(typed: string, name: string): EditDistance {
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
      if (row > 1 && column > 1 && swapped) {
        least = Math.min(least, at(beforeLast, column - 2) + 1);
      }
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return { whole: at(last, name.length), prefix: Math.min(...last) };
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

/** A place with the forms of its name that typed text is compared with. */
export interface IndexedPlace extends Place {
  /** The whole name without spaces: 'castletononhudson'. */
  key: string;
  /** The rest of the name from each of its later words on: 'onhudson', 'hudson'. */
  laterKeys: readonly string[];
}

/** Whether text begins a later word of a name: 'hud' in 'Castleton-on-Hudson'. */
export function hasLaterWordBegunBy({ laterKeys }: IndexedPlace, text: string): boolean {
  return laterKeys.some((rest) => rest.startsWith(text));
}

/** Places in alphabetical order, to be found by what is typed. */
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

/** All of them: what is true of a town's name comes before what is true of a hamlet's. */
const all = [...indexedTowns, ...indexedHamlets];
const placesByKey = new Map(all.map((place) => [place.key, place]));
const longestKey = Math.max(...all.map(({ key }) => key.length));

/** The most words a place's name has; no longer run of words can be one. */
export const mostWordsInName = Math.max(...all.map(({ name }) => placeWords(name).length));

/** The place of exactly this name, whatever its case, spacing and punctuation. */
export function findPlace(name: string): Place | undefined {
  return placesByKey.get(placeWords(name).join(''));
}

/** Edits forgiven in a typed word of this many letters: none below 4, 1 to 6 letters, then 2. */
export function forgivenEdits(letters: number): number {
  if (letters < 4) return 0;
  return letters <= 6 ? 1 : 2;
}

/** The place whose name is closest to a misspelled key, if it is close enough to be meant. */
export function nearestPlace(index: PlaceIndex, key: string): Place | undefined {
  const forgiven = forgivenEdits(key.length);
  // The bound keeps a pasted page from being compared letter by letter.
  if (forgiven === 0 || key.length > longestKey + forgiven) return undefined;
  let nearest: { place: Place; edits: number } | undefined;
  for (const place of index) {
    const { key: name } = place;
    if (Math.abs(name.length - key.length) > forgiven) continue;
    const edits = editDistance(key, name).whole;
    // Two slips with another first letter are another place: Rochester is not Chester.
    if (edits > 1 && name[0] !== key[0]) continue;
    if (edits <= forgiven && (nearest === undefined || edits < nearest.edits)) {
      nearest = { place, edits };
    }
  }
  return nearest?.place;
}
