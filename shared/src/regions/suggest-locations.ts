import {
  editDistance,
  forgivenEdits,
  hasLaterWordStartingWith,
  indexedHamlets,
  type IndexedPlace,
  indexedTowns,
  type PlaceIndex,
  placeWords,
} from './town-names.ts';
import { type Place, placesOfZipCodes, townLabel } from './towns.ts';

/** Minimum letters before anything is suggested. */
export const suggestionMinLength = 2;

export const suggestionLimit = 10;

/**
 * Returns up to ten places for the text typed so far, as 'Town, NY', and none below two letters.
 * Names that start with the text come first, then names with a later word that does, towns before
 * hamlets. If there are none, returns the names closest to a misspelled prefix. Ignores text after
 * the first comma and a final 'NY'. Three digits or more are a prefix of ZIP codes.
 */
export function suggestLocations(typed: string): string[] {
  const begun = suggestByPrefix(typed);
  return begun.length > 0 ? begun : labels(misspelled(typedTownKey(typed)));
}

/** Does the same without misspellings, which take a hundred times as long. */
export function suggestByPrefix(typed: string): string[] {
  const typedKey = typedTownKey(typed);
  if (typedKey.length < suggestionMinLength) return [];
  if (/^\d{3,5}$/.test(typedKey)) return labels(placesOfZipCodes(typedKey));
  return labels([
    ...namesStartingWith(indexedTowns, typedKey),
    // Two letters match too many hamlets.
    ...(typedKey.length > suggestionMinLength ? namesStartingWith(indexedHamlets, typedKey) : []),
  ]);
}

function labels(places: readonly Place[]): string[] {
  return [...new Set(places.map(townLabel))].slice(0, suggestionLimit);
}

function namesStartingWith(index: PlaceIndex, typedKey: string): IndexedPlace[] {
  const beginning = index.filter(({ key }) => key.startsWith(typedKey));
  const later = index.filter((entry) => hasLaterWordStartingWith(entry, typedKey));
  return [...new Set([...beginning, ...later])];
}

function typedTownKey(typed: string): string {
  const beforeComma = typed.trimStart().slice(0, 100).split(',', 1)[0] ?? '';
  const words = placeWords(beforeComma);
  if (words.length > 1 && words.at(-1) === 'ny') words.pop();
  return words.join('');
}

function misspelled(typedKey: string): IndexedPlace[] {
  const forgiven = forgivenEdits(typedKey.length);
  if (forgiven === 0) return [];
  return [...indexedTowns, ...indexedHamlets]
    .filter(({ key }) => key.length >= typedKey.length - forgiven)
    .map((entry) => ({ entry, edits: editDistance(typedKey, entry.key).prefix }))
    .filter(({ edits }) => edits <= forgiven)
    .sort((a, b) => a.edits - b.edits)
    .map(({ entry }) => entry);
}
