import { cleanLine } from '../plain-text.ts';
import type { Detail } from './parse-details.ts';

export const maxDetails = 20;
export const detailNameMaxLength = 50;
export const detailValueMaxLength = 200;

/** Returns a message why details are invalid; null if they are valid. Expects clean lines. */
export function findDetailsProblem(details: Detail[]): string | null {
  if (details.length > maxDetails) return `A listing can have up to ${maxDetails} details.`;
  const names = new Set<string>();
  for (const [name, value] of details) {
    if (name === '') return 'Each detail needs a name.';
    if (!name.isWellFormed()) return "This text has a character we can't store.";
    if (name.length > detailNameMaxLength) {
      return `A detail name can have up to ${detailNameMaxLength} characters.`;
    }
    if (value === '') return `Add a value for ${name}.`;
    if (value.length > detailValueMaxLength) {
      return `A detail value can have up to ${detailValueMaxLength} characters.`;
    }
    if (names.has(name.toLowerCase())) return `${name} is listed twice.`;
    names.add(name.toLowerCase());
  }
  return null;
}

/** Returns the rows of a form as clean lines, without blank ones. */
export function cleanDetails(rows: Detail[]): Detail[] {
  return rows
    .map(([name, value]): Detail => [cleanLine(name), cleanLine(value)])
    .filter(([name, value]) => name !== '' || value !== '');
}

/** Returns the rows of a form in the stored form of details, or null if there are none. */
export function storedDetails(rows: Detail[]): Record<string, string> | null {
  const details = cleanDetails(rows);
  return details.length > 0 ? Object.fromEntries(details) : null;
}
