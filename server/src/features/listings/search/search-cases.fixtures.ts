import { accentRows } from './search-cases/accents.fixtures.ts';
import { compoundRows } from './search-cases/compounds.fixtures.ts';
import { emojiRows } from './search-cases/emoji.fixtures.ts';
import { literalRows, longRows } from './search-cases/literals.fixtures.ts';
import { misspellingRows } from './search-cases/misspellings.fixtures.ts';
import { modelRows } from './search-cases/models.fixtures.ts';
import { operatorRows } from './search-cases/operators.fixtures.ts';
import { pluralRows } from './search-cases/plurals.fixtures.ts';
import { requestRows } from './search-cases/requests.fixtures.ts';
import { stopWordRows } from './search-cases/stop-words.fixtures.ts';
import { symbolRows } from './search-cases/symbols.fixtures.ts';
import { synonymRows } from './search-cases/synonyms.fixtures.ts';
import type { CaseListing, CaseRow } from './search-cases/types.fixtures.ts';
import { unitRows } from './search-cases/units.fixtures.ts';

const rowsByKind = {
  compound: compoundRows,
  model: modelRows,
  unit: unitRows,
  plural: pluralRows,
  'stop-words': stopWordRows,
  symbol: symbolRows,
  accent: accentRows,
  synonym: synonymRows,
  emoji: emojiRows,
  misspelling: misspellingRows,
  operator: operatorRows,
  request: requestRows,
  literal: literalRows,
  long: longRows,
} satisfies Record<string, CaseRow[]>;

type SearchCaseKind = keyof typeof rowsByKind;

/** A listing, a search, and whether the search finds the listing. */
export interface SearchCase {
  kind: SearchCaseKind;
  listing: CaseListing;
  query: string;
  found: boolean;
}

/**
 * All cases. Their listings are in one database, so each search has many chances to find one that
 * it should not find. Cases of the same row share their listing object.
 */
export const searchCases: SearchCase[] = Object.entries(rowsByKind).flatMap(([kind, rows]) =>
  rows.flatMap((row) => casesOfRow(kind as SearchCaseKind, row)),
);

function casesOfRow(kind: SearchCaseKind, [listed, found, notFound]: CaseRow): SearchCase[] {
  const listing = typeof listed === 'string' ? { title: listed } : listed;
  const toCase = (query: string, isFound: boolean) => ({ kind, listing, query, found: isFound });
  return [
    ...found.map((query) => toCase(query, true)),
    ...notFound.map((query) => toCase(query, false)),
  ];
}
