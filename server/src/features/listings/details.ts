import type { Listings } from '@marketplace/db/types.generated';
import type { Selectable } from 'kysely';

type Stored = Selectable<Listings>['details'];
type Details = Record<string, string> | null;

/** Details as the database keeps them: pairs, since jsonb sorts the names of an object. */
export function storeDetails(details: Details): string | null {
  const pairs = Object.entries(details ?? {});
  return pairs.length > 0 ? JSON.stringify(pairs) : null;
}

/** A listing's details by name, from pairs or an object; null where there are none. */
export function readDetails(stored: Stored): Details {
  if (stored === null || typeof stored !== 'object') return null;
  const pairs = Array.isArray(stored)
    ? stored.filter((pair) => Array.isArray(pair))
    : Object.entries(stored);
  const entries = pairs.map(([name, value]) => [String(name), String(value)] as const);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** All that a listing says, for moderators: its description and a line for each detail. */
export function textWithDetails(row: { description: string; details: Stored }): string {
  const lines = Object.entries(readDetails(row.details) ?? {}).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [row.description, ...lines].filter(Boolean).join('\n');
}
