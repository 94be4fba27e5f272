import { editDistance } from './edit-distance.ts';
import { placeKey, placeWords } from './place-text.ts';
import { towns, type Town } from './towns.ts';

/** A town with the forms of its name that typed text is compared with. */
export interface IndexedTown {
  town: Town;
  /** The whole name without spaces: 'castletononhudson'. */
  key: string;
  /** The rest of the name from each of its later words on: 'onhudson', 'hudson'. */
  laterKeys: readonly string[];
}

/** Every town of the region, in alphabetical order. */
export const indexedTowns: readonly IndexedTown[] = [...towns]
  .sort((a, b) => (a.name < b.name ? -1 : 1))
  .map((town) => {
    const words = placeWords(town.name);
    const laterKeys = words.slice(1).map((_, index) => words.slice(index + 1).join(''));
    return { town, key: words.join(''), laterKeys };
  });

const townsByKey = new Map(indexedTowns.map(({ town, key }) => [key, town]));
const longestKey = Math.max(...indexedTowns.map(({ key }) => key.length));

/** The most words a town's name has; no longer run of words can be one. */
export const mostWordsInName = Math.max(...towns.map(({ name }) => placeWords(name).length));

/** The town of exactly this name, whatever its case, spacing and punctuation. */
export function findTown(name: string): Town | undefined {
  return townsByKey.get(placeKey(name));
}

/** Edits forgiven in a typed word of this many letters: none below 4, 1 to 6 letters, then 2. */
export function forgivenEdits(letters: number): number {
  if (letters < 4) return 0;
  return letters <= 6 ? 1 : 2;
}

/** The town whose name is closest to a misspelt key, if it is close enough to be meant. */
export function nearestTown(key: string): Town | undefined {
  const forgiven = forgivenEdits(key.length);
  // The bound keeps a pasted page from being compared letter by letter.
  if (forgiven === 0 || key.length > longestKey + forgiven) return undefined;
  let nearest: { town: Town; edits: number } | undefined;
  for (const { town, key: name } of indexedTowns) {
    if (Math.abs(name.length - key.length) > forgiven) continue;
    const edits = editDistance(key, name).whole;
    // Two slips with another first letter are another place: Rochester is not Chester.
    if (edits > 1 && name[0] !== key[0]) continue;
    if (edits <= forgiven && (nearest === undefined || edits < nearest.edits)) {
      nearest = { town, edits };
    }
  }
  return nearest?.town;
}
