import type { Selectable } from 'kysely';
import type { Listings } from '@marketplace/db/types.generated';
import { type FieldColumn, fieldColumns } from '@marketplace/shared/listings/bulk';
import { categories, conditions } from '@marketplace/shared/listings/constants';
import { readDetails } from '../listings.view.ts';

/** A stored listing with everything that its columns in a file contain. */
export type CellListing = Pick<Selectable<Listings>, 'id' | FieldColumn>;

/** Returns the cells of a listing. */
export function cellsOf(listing: CellListing): Record<FieldColumn, string> {
  const { isFirmPrice, isFeatured, details, ...texts } = listing;
  return {
    ...texts,
    isFirmPrice: isFirmPrice ? 'yes' : 'no',
    isFeatured: isFeatured ? 'yes' : 'no',
    details: Object.entries(readDetails(details) ?? {})
      .map(([name, value]) => `${name.replace(/[\\:]/g, '\\$&')}: ${value}`)
      .join('\n'),
  };
}

/** The columns that an empty cell clears. An empty cell in another one changes nothing. */
const clearable = new Set<string>(['title', 'description', 'price', 'category', 'location']);

/** Returns cells as input of a create or, if `isUpdate`, of an update. The schemas check them. */
export function inputOfCells(cells: Record<string, string>, isUpdate: boolean) {
  const input: Partial<Record<FieldColumn, unknown>> = {};
  for (const column of fieldColumns) {
    const cell = cells[column]?.trim();
    if (cell === undefined) continue;
    if (column === 'details') input.details = cell === '' ? null : detailsOf(cell);
    else if (cell !== '') input[column] = valueOf(column, cell);
    else if (isUpdate && clearable.has(column)) input[column] = '';
  }
  return input;
}

/** The texts of choices by column, in lower case, with their value. */
const choices: Partial<Record<FieldColumn, Map<string, unknown>>> = {
  category: new Map(categories.map(({ value, label }) => [label.toLowerCase(), value])),
  condition: new Map(conditions.map(({ value, label }) => [label.toLowerCase(), value])),
};
const flags = new Map([
  ...['yes', 'true', '1'].map((text) => [text, true] as const),
  ...['no', 'false', '0'].map((text) => [text, false] as const),
]);

/** Returns the value of a cell, which may have the label of a choice in place of its value. */
function valueOf(column: FieldColumn, cell: string): unknown {
  const typed = cell.toLowerCase();
  switch (column) {
    case 'isFirmPrice':
    case 'isFeatured':
      return flags.get(typed) ?? cell;
    case 'category':
    case 'condition':
    case 'kind':
      return choices[column]?.get(typed) ?? typed;
    default:
      return cell;
  }
}

/** Reads lines such as 'Wood: oak'. A colon or backslash in a name has a backslash before it. */
function detailsOf(cell: string): Record<string, string> {
  const pairs = cell
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = line, value = ''] = /^((?:\\.|[^\\:])*):(.*)$/.exec(line) ?? [];
      return [name.replace(/\\(.)/g, '$1'), value] as const;
    });
  return Object.fromEntries(pairs);
}
