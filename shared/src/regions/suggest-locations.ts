import {
  editDistance,
  forgivenEdits,
  hasLaterWordBegunBy,
  type IndexedTown,
  indexedTowns,
  placeWords,
} from './town-names.ts';
import { townLabel } from './towns.ts';

/** Letters needed before anything is suggested. */
export const suggestionMinLength = 2;

/** The most suggestions shown at once. */
export const suggestionLimit = 10;

/**
 * Up to ten towns for the text so far, as 'Town, NY', none below two letters: first names that begin
 * with it, then names with a later word that does, each in alphabetical order. If there are none, names
 * whose beginning is a misspelling away, closest first. Text after the first comma and a closing 'NY'
 * are ignored.
 */
export function suggestLocations(typed: string): string[] {
  const typedKey = typedTownKey(typed);
  if (typedKey.length < suggestionMinLength) return [];
  const beginning = indexedTowns.filter(({ key }) => key.startsWith(typedKey));
  const laterWord = indexedTowns.filter(
    (entry) => !beginning.includes(entry) && hasLaterWordBegunBy(entry, typedKey),
  );
  const found = [...beginning, ...laterWord];
  const shown = found.length > 0 ? found : misspelled(typedKey);
  return shown.slice(0, suggestionLimit).map(({ town }) => townLabel(town));
}

function typedTownKey(typed: string): string {
  const beforeComma = typed.trimStart().slice(0, 100).split(',', 1)[0] ?? '';
  const words = placeWords(beforeComma);
  if (words.length > 1 && words.at(-1) === 'ny') words.pop();
  return words.join('');
}

function misspelled(typedKey: string): IndexedTown[] {
  const forgiven = forgivenEdits(typedKey.length);
  if (forgiven === 0) return [];
  return indexedTowns
    .filter(({ key }) => key.length >= typedKey.length - forgiven)
    .map((entry) => ({ entry, edits: editDistance(typedKey, entry.key).prefix }))
    .filter(({ edits }) => edits <= forgiven)
    .sort((a, b) => a.edits - b.edits)
    .map(({ entry }) => entry);
}
