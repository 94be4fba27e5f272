import { describe, expect, it } from 'vitest';
import { cpuTime } from '../test/cpu-time.ts';
import { listingText, parseDetails } from './parse-details.ts';

/** Expects a line to be text and no detail. */
const staysText = (line: string) =>
  expect(parseDetails(line)).toEqual({ details: [], description: line });

describe('a line with a name, a colon and a value', () => {
  it('is a detail, and the rest of its paragraph is joined with spaces', () => {
    expect(parseDetails('A chair from my study.\nSeat height: 18 in\nNo scratches.')).toEqual({
      details: [['Seat height', '18 in']],
      description: 'A chair from my study. No scratches.',
    });
  });

  it('leaves surrounding paragraphs and list items intact', () => {
    const text =
      'A chair from\nmy study.\n\nWood: oak\n\n\n\nComes with:\n- a cushion\n- a cover\n\nPickup only.';
    expect(parseDetails(text)).toEqual({
      details: [['Wood', 'oak']],
      description: 'A chair from my study.\n\nComes with:\n- a cushion\n- a cover\n\nPickup only.',
    });
  });

  it.each([
    'Note: we are moving, so everything must go by Saturday.',
    'Please note: cash only',
    'Pick up in Troy: bring a truck.',
    'I will be honest: one leg wobbles',
    'The good news: free delivery',
    'Pickup: evenings only. Bring a friend, since there are stairs',
    'Includes: a lamp, two bulbs, one cord, four screws, a cover and the box and manual',
  ])('is text if it is a sentence: "%s"', staysText);

  it('is a detail if its name has 50 characters, and text if it has 51', () => {
    expect(parseDetails(`${'n'.repeat(50)}: x`).details).toEqual([['n'.repeat(50), 'x']]);
    staysText(`${'n'.repeat(51)}: x`);
  });

  it('has its name counted in code points', () => {
    expect(parseDetails(`${'🪑'.repeat(50)}: x`).details).toHaveLength(1);
    staysText(`${'🪑'.repeat(51)}: x`);
  });

  it.each(['the', 'is', 'has', 'for', 'IS'])(
    'is text if the name contains the word "%s"',
    (word) => {
      staysText(`Note ${word} all: cash only`);
    },
  );

  it('may have those letters within a word, or those words in the value', () => {
    expect(parseDetails('Finish: oiled\nHistory: it is for the collector').details).toEqual([
      ['Finish', 'oiled'],
      ['History', 'it is for the collector'],
    ]);
  });

  it.each(['Color:', 'Color:   ', ': blue', ':', ' : '])(
    'is text without a name or a value: "%s"',
    (line) => {
      expect(parseDetails(line)).toEqual({ details: [], description: line.trim() });
    },
  );

  it.each([
    'https://example.com/manual',
    'See http://example.com',
    '10:30',
    'Pick-up from 10:30 on',
    '2:1',
  ])('is text if the colon belongs to an address or a time: "%s"', staysText);

  it('keeps further colons, addresses and times in the value', () => {
    expect(parseDetails('Manual: https://example.com/a:b\nPick-up: 10:30').details).toEqual([
      ['Manual', 'https://example.com/a:b'],
      ['Pick-up', '10:30'],
    ]);
  });

  it('may be a list item', () => {
    expect(parseDetails('- Color: blue\n• Size: M\n* Legs: 4').details).toEqual([
      ['Color', 'blue'],
      ['Size', 'M'],
      ['Legs', '4'],
    ]);
  });
});

describe('a line that begins with a known word', () => {
  it.each([
    ['Pattern striped', ['Pattern', 'striped']],
    ['Size 10', ['Size', '10']],
    ['color navy blue', ['Color', 'navy blue']],
    ['MATERIAL oak', ['Material', 'oak']],
    ['Sleeve Length long', ['Sleeve Length', 'long']],
    ['sleeve  length 24 in', ['Sleeve Length', '24 in']],
    ['Neck round', ['Neck', 'round']],
    ['Neck V', ['Neck', 'V']],
    ['Brand Acme', ['Brand', 'Acme']],
    ['Model X-100', ['Model', 'X-100']],
    ['Type road bicycle', ['Type', 'road bicycle']],
    ['Style mid-century', ['Style', 'mid-century']],
    ['Fit slim', ['Fit', 'slim']],
    ['Length 72 in', ['Length', '72 in']],
    ['Width - 30 in', ['Width', '30 in']],
    ['Height = 29 in', ['Height', '29 in']],
    ['Weight 12 lb', ['Weight', '12 lb']],
    ['Condition good', ['Condition', 'good']],
    ['Fabric denim', ['Fabric', 'denim']],
  ])('is a detail: "%s"', (line, detail) => {
    expect(parseDetails(line)).toEqual({ details: [detail], description: '' });
  });

  it.each([
    'Size',
    'Sizes 8 to 10',
    'Fitting room',
    'Neck brace included',
    'Brand new in its box',
    'Condition is excellent',
    'Model for the collector',
    'Model train set',
    'Size matters less than comfort here.',
    'Condition excellent, always kept in a smoke free home',
    'Weight bench with two dumbbells',
    'Style never gets old',
    'Fit for a king',
    'Color and finish as in the photos',
    'Length of the table can be extended',
    'Material that lasts',
    'My size 10 shoes',
  ])('is text without a value, within a longer word, or in a sentence: "%s"', staysText);
});

describe('phrases of fabric, care and style', () => {
  it('are grouped', () => {
    const text =
      '100% cotton\nMachine wash cold\nV-neck\nSlim fit\nLong sleeves\nWaterproof\nTumble dry low.';
    expect(parseDetails(text)).toEqual({
      details: [
        ['Material', '100% cotton'],
        ['Care', 'Machine wash cold, Tumble dry low'],
        ['Neck', 'V-neck'],
        ['Style', 'Slim fit, Long sleeves'],
        ['Features', 'Waterproof'],
      ],
      description: '',
    });
  });

  it('may share a line, and are added to a detail of the same name', () => {
    expect(parseDetails('Material: oak\n60% wool, 40% polyester; dry clean only').details).toEqual([
      ['Material', 'oak, 60% wool, 40% polyester'],
      ['Care', 'dry clean only'],
    ]);
  });

  it.each(['A slim fit jacket', '100% cotton, worn twice', 'Waterproof? I think so'])(
    'stay text within a sentence: "%s"',
    staysText,
  );
});

describe('odd input', () => {
  it('reads line endings of every system', () => {
    const expected = {
      details: [
        ['Color', 'red'],
        ['Size', 'M'],
      ],
      description: 'One. Two.',
    };
    for (const end of ['\r\n', '\n', '\r', '\u2028']) {
      expect(parseDetails(['One.', 'Color: red', 'Size: M', 'Two.'].join(end))).toEqual(expected);
    }
  });

  it('returns nothing for blank text', () => {
    expect(parseDetails(' \r\n\t\n')).toEqual({ details: [], description: '' });
  });

  it('joins the distinct values of a repeated name', () => {
    expect(parseDetails('Color: red\ncolor: blue\nCOLOR: red').details).toEqual([
      ['Color', 'red, blue'],
    ]);
  });

  it('accepts names of built-in object properties', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const { details } = parseDetails(names.map((name) => `${name}: x`).join('\n'));
    expect(details).toEqual(names.map((name) => [name, 'x']));
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it('takes time linear in the number and the length of lines', () => {
    const hard = [
      (size: number) =>
        Array.from({ length: size / 10 }, (_, i) => `Name ${i % 7}: ${i}`).join('\n'),
      (size: number) => Array.from({ length: size / 10 }, () => 'size    1').join('\n'),
      (size: number) => 'a'.repeat(size),
      (size: number) => `size${' '.repeat(size)}`,
      (size: number) => `size${' -'.repeat(size / 2)}`,
      (size: number) => 'cotton,'.repeat(size / 7),
      (size: number) => ' \r'.repeat(size / 2),
    ];
    for (const make of hard) {
      const text = make(2_000_000);
      // A quadratic step would take minutes.
      expect(cpuTime(() => parseDetails(text))).toBeLessThan(2_000);
    }
  });

  it('reads 10,000 lines', () => {
    const lines = Array.from({ length: 10_000 }, (_, i) =>
      i % 2 ? `Part ${i}: ${i}` : `Line ${i}.`,
    );
    const { details, description } = parseDetails(lines.join('\r\n'));
    expect(details).toHaveLength(5_000);
    expect(description.startsWith('Line 0. Line 2.')).toBe(true);
  });
});

describe('the text of a listing', () => {
  const description = 'First.\n\nColor: red';

  it('is unchanged if there are stored details', () => {
    expect(listingText({ description, details: { Wood: 'oak' } })).toEqual({
      details: [['Wood', 'oak']],
      description,
    });
  });

  it('is parsed otherwise', () => {
    expect(listingText({ description, details: null })).toEqual({
      details: [['Color', 'red']],
      description: 'First.',
    });
  });
});
