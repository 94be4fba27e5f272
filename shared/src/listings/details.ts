import type { Detail } from './parse-details.ts';

export const maxDetails = 20;
export const detailNameMaxLength = 50;
export const detailValueMaxLength = 200;

/** Why details are invalid, for the user; null if they are valid. Expects clean lines. */
export function refuseDetails(details: Detail[]): string | null {
  if (details.length > maxDetails) return `A listing has at most ${maxDetails} details.`;
  const names = new Set<string>();
  for (const [name, value] of details) {
    if (name === '') return 'Each detail needs a name.';
    if (!name.isWellFormed()) return 'This text has a character that cannot be stored.';
    if (name.length > detailNameMaxLength) {
      return `The name of a detail has at most ${detailNameMaxLength} characters.`;
    }
    if (value === '') return `Add a value for ${name}.`;
    if (value.length > detailValueMaxLength) {
      return `The value of a detail has at most ${detailValueMaxLength} characters.`;
    }
    if (names.has(name.toLowerCase())) return `${name} is there twice.`;
    names.add(name.toLowerCase());
  }
  return null;
}
