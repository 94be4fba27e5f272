import { describe, expect, it } from 'vitest';
import { readCsv, safeCell } from './csv.ts';

const header = 'title,price,location';
const read = (text: string) => readCsv(Buffer.from(text)).rows;
const refusal = (bytes: Buffer | string) => {
  try {
    readCsv(Buffer.from(bytes));
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('a file', () => {
  const text =
    'title;price;location\r\n"Café; ""Zoë""\r\nline 2";5;Troy\r\n\r\n;;\r\nRug;6;Albany\r\n';
  const rows = [
    { line: 2, cells: { title: 'Café; "Zoë"\nline 2', price: '5', location: 'Troy' } },
    { line: 6, cells: { title: 'Rug', price: '6', location: 'Albany' } },
  ];
  const swapped = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  it.each<[string, Buffer]>([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['utf-16be', swapped],
    ['utf-16be', swapped.subarray(2)],
    ['windows-1252', Buffer.from(text, 'latin1')],
  ])('in %s is decoded', (encoding, bytes) => {
    expect(readCsv(bytes)).toEqual({ encoding, rows });
  });

  it.each([',', ';', '\t'])('separated by %j is recognized, in any order and case', (mark) => {
    const lines = [
      ['Location', 'TITLE', ' price '],
      ['Troy', '"a,b;c\td"', '1.50'],
    ];
    const rows = [{ line: 2, cells: { location: 'Troy', title: 'a,b;c\td', price: '1.50' } }];
    expect(read(lines.map((cells) => cells.join(mark)).join('\n'))).toEqual(rows);
    const quoted = lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '')}"`));
    expect(read(quoted.map((cells) => cells.join(mark)).join('\n'))).toEqual(rows);
  });

  it('may have any number of empty lines, which are not rows', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `,,\n\n ,,\nLamp ${index},5,Troy`);
    const rows = read([header, ...lines, ',,'].join('\n'));
    expect(rows).toHaveLength(500);
    expect(rows[1]).toMatchObject({ line: 9, cells: { title: 'Lamp 1' } });
  });

  it('may have fewer cells in a row than columns, but not more', () => {
    const [short, long, empty] = read(`${header}\nLamp,5\nLamp,5,Troy,NY\nLamp,5,Troy,\n`);
    expect(short).toEqual({ line: 2, cells: { title: 'Lamp', price: '5' } });
    expect(long?.problem).toMatch(/a cell without a column/);
    expect(empty?.problem).toBeUndefined();
  });

  it.each<[Buffer | string, string]>([
    ['', 'This file is empty. Its first line must name the columns.'],
    ['\n\n', 'This file is empty. Its first line must name the columns.'],
    [Buffer.from('PK\u0003\u0004\0\0', 'latin1'), "This file isn't text. Save it as CSV"],
    [Buffer.from('ffd8ffe000104a464946', 'hex'), "This file isn't text. Save it as CSV"],
    [`${header}\n"Lamp,5,Troy\n`, 'A cell begins with a quotation mark but never ends with one.'],
    [`${header}\nLamp,5,Troy\n24" TV,5,Troy\n`, 'Line 3: put quotation marks around the whole'],
    [`${header}\n"TV" set,5,Troy\n`, 'Line 2: put quotation marks around the whole'],
  ])('that is no CSV is refused: %j', (bytes, message) => {
    expect(refusal(bytes)).toMatchObject({
      code: 'BAD_REQUEST',
      issues: [{ path: 'file', message: expect.stringContaining(message) as string }],
    });
  });

  it('names all columns that are missing, unknown or repeated', () => {
    expect(refusal('Title,Colour,title\nLamp,red,Lamp\n')).toMatchObject({
      message: 'The column “price” is missing.',
      issues: [
        { path: 'price' },
        { path: 'location', message: 'The column “location” is missing.' },
        { path: 'Colour', message: expect.stringMatching(/^There is no column “Colour”\. .*key/) },
        { path: 'title', message: 'The column “title” appears twice.' },
      ],
    });
  });
});

describe('a cell that a spreadsheet could run', () => {
  it.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', "'=1", "''@x", '＝1'])(
    'gets an apostrophe, which an import removes: %j',
    (cell) => {
      const safe = safeCell(cell);
      expect(safe).toBe(`'${cell}`);
      const [row] = read(`${header}\n"${safe}",1,Troy`);
      expect(row?.cells.title).toBe(cell.replace('\r', '\n'));
    },
  );
  it.each(['Lamp', "'80s lamp", "'", '', '1-2'])('is not this one: %j', (cell) => {
    expect(safeCell(cell)).toBe(cell);
  });
});
