import type * as z from 'zod';
import {
  fieldColumns,
  type ImportedRow,
  type importListingsInput,
  type ImportView,
} from '@marketplace/shared/listings/bulk';
import { titleMaxLength } from '@marketplace/shared/listings/constants';
import { createListingInput } from '@marketplace/shared/listings/inputs';
import type { Context, Session } from '../../../context.ts';
import { AppError, badField, notFound } from '../../../errors.ts';
import { createTrialLimiter, perHour } from '../../../platform/limiter.ts';
import { cellsOf, inputOfCells } from './cells.ts';
import { type CsvRow, readCsv } from './csv.ts';
import {
  create,
  findOwn,
  type OwnListing,
  resultOf,
  type Saved,
  type Saving,
  update,
  uuidOf,
} from './save-listings.ts';

const hourlyImports = perHour('import', 300, 'You can import and preview {points} times an hour.');

type Range = z.output<typeof importListingsInput>;

/** A row with the client id of the listing that it creates. `firstLine` is a row with the same id. */
type KeyedRow = CsvRow & { clientId: string; firstLine?: number | undefined };

/**
 * Creates and updates the listings of a CSV file, or with `dryRun` only says what would happen. Each
 * row is saved alone, by the rules of a single listing. Importing a file again creates nothing,
 * because the client id of a new listing comes from its `key`, or else from its content. Throws
 * TOO_MANY_REQUESTS and the errors of `readCsv`.
 */
export async function importListings(
  ctx: Context,
  user: Session['user'],
  { bytes, dryRun, from, limit }: Range & { bytes: Buffer },
): Promise<ImportView> {
  await ctx.limiter.take(hourlyImports, user.id);
  const { encoding, rows } = readCsv(bytes);
  const some = keyed(rows).slice(from - 1, from - 1 + limit);
  const own = await findOwn(ctx.db, user.id, {
    ids: some.map(({ cells }) => cells.id ?? ''),
    clientIds: some.map(({ clientId }) => clientId),
  });
  const known = new Map(own.flatMap((one) => [[one.id, one] as const, [one.clientId, one]]));
  const limiter = createTrialLimiter(ctx.pool, ctx.limiter);
  const saving = { ctx, user, ...(dryRun && { check: { ...ctx, limiter, assumed: [] } }) };
  const results: ImportedRow[] = [];
  for (const row of some) {
    const { title = '', price = '' } = row.cells;
    results.push({
      ...{ line: row.line, title: title.slice(0, titleMaxLength), price: price.slice(0, 40) },
      ...(await resultOf(() => saveRow(saving, row, known))),
    });
  }
  return { rows: rows.length, encoding, results };
}

async function saveRow(
  saving: Saving,
  { cells, problem, firstLine, clientId }: KeyedRow,
  known: Map<string | null, OwnListing>,
): Promise<Saved> {
  if (problem) throw new AppError('BAD_REQUEST', problem);
  const { id = '', key = '' } = cells;
  if (firstLine) {
    throw badField(id ? 'id' : 'key', `Line ${firstLine} has the same ${id ? 'id' : 'key'}.`);
  }
  const own = known.get(id ? id.toLowerCase() : clientId);
  if (id && (!own || own.deletedAt)) throw notFound('Listing');
  if (!own || own.deletedAt) return create(saving, { ...inputOfCells(cells, false), clientId });
  if (!id && !key) return { status: 200, outcome: 'unchanged', id: own.id };
  // A cell as it was exported means no change, whatever older rules allowed in it.
  const current = cellsOf(own);
  const edited = fieldColumns.filter(
    (column) => column in cells && cells[column] !== current[column],
  );
  const changed = Object.fromEntries(edited.map((column) => [column, cells[column] ?? '']));
  return update(saving, own, {
    ...{ id: own.id, title: own.title, price: own.price },
    ...inputOfCells(changed, true),
  });
}

/** Adds client ids to all rows. Equal rows without a key are several listings. */
function keyed(rows: CsvRow[]): KeyedRow[] {
  const counts = new Map<string, number>();
  const lines = new Map<string, number>();
  return rows.map((row) => {
    const { id, key } = row.cells;
    // Spreadsheets rewrite cells, such as 12.00 to 12, so the values count if they are valid.
    const input = inputOfCells(row.cells, false);
    const content = JSON.stringify(createListingInput.safeParse(input).data ?? input);
    const count = (counts.get(content) ?? 0) + 1;
    counts.set(content, count);
    const name = id ? `id ${id.toLowerCase()}` : key && `key ${key}`;
    const firstLine = name ? lines.get(name) : undefined;
    if (name && !firstLine) lines.set(name, row.line);
    const clientId = uuidOf(key ? `key ${key}` : `row ${count} ${content}`);
    return { ...row, clientId, firstLine };
  });
}
