import { CsvError, parse } from 'csv-parse/sync';
import { importColumns, requiredColumns } from '@marketplace/shared/listings/bulk';
import { maxImportRows } from '@marketplace/shared/listings/constants';
import { AppError, badField, type FieldIssue } from '../../../errors.ts';

/** A row of a file: the line where it begins, and its cells by column. */
export interface CsvRow {
  line: number;
  cells: Record<string, string>;
  /** Why the row cannot be read, if it cannot. */
  problem?: string;
}

export interface CsvFile {
  encoding: string;
  rows: CsvRow[];
}

const notText = "This file isn't text. Save it as CSV (comma-separated values), then try again.";
const delimiters = [',', ';', '\t'];

/**
 * Reads a CSV file with a header. Throws BAD_REQUEST for a file that is no CSV or has wrong columns,
 * and PAYLOAD_TOO_LARGE for one with too many rows, of which it reads no more than allowed.
 */
export function readCsv(bytes: Buffer): CsvFile {
  const { text, encoding } = decode(bytes);
  const [header, ...records] = parseRecords(text);
  if (!header) throw badField('file', 'This file is empty. Its first line must name the columns.');
  const columns = checkedColumns(header.cells);
  if (records.length > maxImportRows) {
    const limit = `A file can have up to ${maxImportRows} rows.`;
    throw new AppError('PAYLOAD_TOO_LARGE', `${limit} Divide it into several files.`);
  }
  return { encoding, rows: records.map((record) => rowOf(record, columns)) };
}

/** Decodes UTF-8, UTF-16, and otherwise Windows-1252, which contains Latin-1. */
function decode(bytes: Buffer): { text: string; encoding: string } {
  const encoding = encodingOf(bytes);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // Workbooks and pictures contain zero bytes, which decode to this character.
    if (text.includes('\0')) throw badField('file', notText);
    return { text: text.replace(/\r\n?/g, '\n'), encoding };
  } catch (error) {
    throw error instanceof AppError ? error : badField('file', notText);
  }
}

function encodingOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

interface CsvRecord {
  cells: string[];
  line: number;
}

/** Returns the records that are not empty, but no more than needed to know that there are too many. */
function parseRecords(text: string): CsvRecord[] {
  const [header = ''] = text.trimStart().split('\n', 1);
  const columnsBy = (delimiter: string) =>
    header.split(delimiter).filter((name) => columnOf(name.replaceAll('"', ''))).length;
  const [delimiter] = delimiters.toSorted((one, other) => columnsBy(other) - columnsBy(one));
  try {
    const options = { delimiter, to: maxImportRows + 2, info: true, relax_column_count: true };
    const found = parse(text, { ...options, skip_records_with_empty_values: true }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
    return found.map(({ record, info }) => ({
      cells: record,
      line: info.lines - (record.join('').match(/\n/g)?.length ?? 0),
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { code, lines } = error as CsvError & { lines: number };
    const message =
      code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'A cell begins with a quotation mark but never ends with one.'
        : `Line ${lines}: put quotation marks around the whole cell, and double those inside.`;
    throw badField('file', message);
  }
}

function columnOf(name: string): string | undefined {
  const typed = name.trim().toLowerCase();
  return importColumns.find((column) => column.toLowerCase() === typed);
}

/** Returns the columns of a header. Throws BAD_REQUEST with the unknown and missing ones. */
function checkedColumns(header: string[]): string[] {
  const columns = header.map((name) => columnOf(name) ?? '');
  const unknown = header.filter((name) => name.trim() !== '' && !columnOf(name));
  const twice = columns.filter((name, index) => name && columns.indexOf(name) < index);
  const missing = requiredColumns.filter((column) => !columns.includes(column));
  const issues: FieldIssue[] = [
    ...missing.map((path) => ({ path, message: `The column “${path}” is missing.` })),
    ...unknown.map((name) => ({
      path: name.trim(),
      message: `There is no column “${name.trim()}”. The columns are: ${importColumns.join(', ')}.`,
    })),
    ...twice.map((path) => ({ path, message: `The column “${path}” appears twice.` })),
  ];
  if (issues[0]) throw new AppError('BAD_REQUEST', issues[0].message, { issues });
  return columns;
}

function rowOf({ cells, line }: CsvRecord, columns: string[]): CsvRow {
  const named = cells.flatMap((cell, index) => {
    const column = columns[index];
    return column ? [[column, plainCell(cell.trim())] as const] : [];
  });
  const isTooLong = cells.some((cell, index) => !columns[index] && cell.trim() !== '');
  const problem = 'This row has a cell without a column. Put quotation marks around such cells.';
  return { line, cells: Object.fromEntries(named), ...(isTooLong && { problem }) };
}

/** Matches what a spreadsheet may run as a formula, with the apostrophes before it, if any. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Returns a cell of a file with one more apostrophe if a spreadsheet could run it. */
export function safeCell(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** Returns the content of a cell of a file, without the apostrophe that `safeCell` added. */
function plainCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
