import * as z from 'zod';
import { creationId } from '../ids.ts';
import { maxBulkItems, maxImportRows } from './constants.ts';

const itemText = `Send 1 to ${maxBulkItems} items.`;

/** Items are checked one by one, so that a bad one does not affect the others. */
export const bulkListingsInput = z.object({
  items: z
    .array(
      z
        .unknown()
        .describe(
          'A new listing as in `POST /api/listings`, or with the `id` of your listing an update as in `PUT /api/listings/{id}`.',
        ),
    )
    .min(1, itemText)
    .max(maxBulkItems, itemText),
  clientId: creationId,
});

const issue = z.object({
  path: z.string(),
  message: z.string(),
  suggestions: z.array(z.string()).optional(),
});

/** The result of one item: the status and body that a call with only this item would have had. */
const savedView = z.object({
  status: z.int().describe('201 for a new listing, 200 for an existing one, else the error.'),
  id: z.string().optional(),
  message: z.string().optional(),
  issues: z.array(issue).optional(),
});

export const bulkListingsView = z.object({ results: z.array(savedView) });

/** The columns of a file that a create or an update uses, named like the fields of the API. */
export const fieldColumns = [
  ...(['title', 'description', 'price', 'category', 'condition', 'location'] as const),
  ...(['kind', 'isFirmPrice', 'isFeatured', 'details'] as const),
];
export type FieldColumn = (typeof fieldColumns)[number];
export const requiredColumns: readonly string[] = ['title', 'price', 'location'];
export const exportColumns = ['id', ...fieldColumns] as const;
export const importColumns: readonly string[] = ['key', ...exportColumns];

const rowText = 'Enter a row number of 1 or more.';

/** `from` and `limit` select rows, so that a program can import a file in parts. */
export const importListingsInput = z.object({
  dryRun: z
    .stringbool('dryRun must be 1 or 0.')
    .optional()
    .describe('`1` says what an import would do, and stores nothing.'),
  from: z.coerce
    .number(rowText)
    .int(rowText)
    .min(1, rowText)
    .default(1)
    .describe('The first row to import, from 1.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxImportRows)
    .default(maxImportRows)
    .describe('How many rows to import from there on.'),
});

/** The result of importing the row at a line of the file. Title and price are as in the file. */
export const importedRowView = savedView.extend({
  line: z.int(),
  outcome: z.enum(['new', 'changed', 'unchanged', 'refused']).describe('What happens to the row.'),
  title: z.string(),
  price: z.string(),
});

/** `rows` is the number of rows in the file. `encoding` is how its text was read. */
export const importView = z.object({
  rows: z.int(),
  encoding: z.string(),
  results: z.array(importedRowView),
});

export type SavedView = z.output<typeof savedView>;
export type ImportedRow = z.output<typeof importedRowView>;
export type ImportView = z.output<typeof importView>;
